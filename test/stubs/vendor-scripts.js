/**
 * Scripts in the shape of the vendors' own, as far as a page can tell them apart. The stub sends this file as text
 * and calls one of its functions, so that it is plain JavaScript without imports.
 */
globalThis.vendors = {
  /** Everflow's SDK: a promise of the click's id, which never settles where the reply has none. */
  everflow(origin) {
    const click = async ({ offer_id, affiliate_id, transaction_id = "", ...rest }) => {
      const names = { oid: offer_id, affid: affiliate_id, async: "json", _ef_transaction_id: transaction_id };
      const query = new URLSearchParams({ ...names, ...rest });
      const reply = await fetch(`${origin}/sdk/click?${query}`, { credentials: "include" });
      const { transaction_id: id } = await reply.json();
      return id ?? new Promise(() => {});
    };
    window.EF = { click };
  },

  /** TrustedForm's SDK adds its input to every form that is there when it runs. */
  trustedForm(field, certificate) {
    for (const [index, form] of [...document.forms].entries()) {
      const input = document.createElement("input");
      Object.assign(input, { type: "hidden", name: field, id: `${field}_${index}` });
      form.append(input);
      setTimeout(() => {
        input.value = certificate;
      }, 20);
    }
  },

  /** Jornaya's campaign script fills in the input that the page brings along. */
  leadid(token) {
    if (!document.getElementById("LeadiDscript")) throw new Error("no script tag with the id LeadiDscript");
    setTimeout(() => {
      const input = document.getElementById("leadid_token");
      if (input) input.value = token;
    }, 20);
  },

  /** Retreaver's library, of which one call is used. */
  retreaver() {
    let api = "";
    class Campaign {
      constructor({ campaign_key }) {
        this.key = campaign_key;
      }
      async request_number(tags, done) {
        const ask = (path, asked) => fetch(`${api}/api/v1/${path}?${new URLSearchParams(asked)}`);
        const reply = await ask("numbers", { campaign_key: this.key, ...tags });
        const { number } = await reply.json();
        done({ get: (name) => number[name], add_tags: (more) => ask("numbers/tags", more) });
      }
    }
    const configure = ({ host, prefix }) => {
      api = `${prefix}://${host}`;
    };
    window.Retreaver = { configure, Campaign };
  },

  /** Ringba's tag replaces the number it was set up for wherever it finds it, now and later. */
  ringba(shown, dial, other, otherDial) {
    const replace = () => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        if (text.nodeValue.includes(shown)) text.nodeValue = text.nodeValue.replaceAll(shown, other);
      }
      for (const link of document.querySelectorAll(`a[href="tel:${dial}"]`)) link.href = `tel:${otherDial}`;
    };
    replace();
    new MutationObserver(replace).observe(document.body, { childList: true, subtree: true });
  },

  /**
   * Meta's library: takes over the calls that wait in `fbq`, and sends what is tracked as images. Unless it is asked not
   * to, it counts every change of the page's history as another page view, and reports the buttons that are pressed.
   */
  meta(image) {
    const { fbq } = window;
    const pixels = new Set();
    const silent = new Set();
    const send = (id, event, { eventID = "" } = {}) => {
      const query = { id, ev: event, eid: eventID, dl: location.href };
      new Image().src = `${image}?${new URLSearchParams(query)}`;
    };
    const calls = {
      init: (id) => pixels.add(id),
      set: (name, value, id) => name === "autoConfig" && value === false && silent.add(id),
      track: (event, _about, options) => {
        for (const id of pixels) send(id, event, options);
      },
    };
    fbq.callMethod = (name, ...given) => calls[name](...given);
    for (const call of fbq.queue.splice(0)) fbq.callMethod(...call);
    if (!fbq.disablePushState) {
      const { pushState } = history;
      history.pushState = (...given) => {
        pushState.apply(history, given);
        fbq("track", "PageView");
      };
    }
    addEventListener("click", ({ target }) => {
      const button = target.closest("button");
      if (!button) return;
      for (const id of pixels) if (!silent.has(id)) send(id, `SubscribedButtonClick ${button.textContent}`);
    });
  },

  /** TikTok's library: finds the calls that wait under the name in its address, and sends beacons. */
  tiktok(api, id, lib) {
    const waiting = window[lib];
    if (!waiting._i[id]) throw new Error("no pixel of this id was loaded");
    const send = (event, _about, { event_id = "" } = {}) => {
      navigator.sendBeacon(`${api}/api/v2/pixel`, JSON.stringify({ event, event_id, pixel_code: id }));
    };
    const calls = { page: () => send("Pageview"), track: send };
    for (const [name, ...given] of waiting.splice(0)) calls[name](...given);
    window[lib] = calls;
  },
};
