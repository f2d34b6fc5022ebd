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
      async request_number(_tags, done) {
        const reply = await fetch(`${api}/api/v1/numbers?campaign_key=${this.key}`);
        const { number } = await reply.json();
        done({ get: (name) => number[name] });
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
};
