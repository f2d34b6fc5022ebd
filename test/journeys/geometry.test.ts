import { readdirSync, readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { variants } from "../../machines/registry.ts";
import { stepNamed } from "../../machines/steps/index.ts";
import { newVisitor, phone, sharedBrowser, startBrowser, type Visitor } from "../support/browser.ts";
import { during, siteForTests } from "../support/during.ts";
import {
  aboveKeyboard,
  type Miss,
  missesOf,
  missesOfEach,
  type State,
  wideWindows,
  windows,
} from "../support/geometry.ts";
import { headersOf, type Walk, walkSettings, walksOf } from "../support/screens/walks.ts";
import { give, live, settled } from "../support/survey-page.ts";
import { type Answer, FormVisitor } from "../support/visitors.ts";

/**
 * The layout on a phone is a contract: each kind of screen of each survey, when first opened, resumed, refused and
 * unsent, in windows of three sizes, above the keyboard and with text of twice the size.
 */

const site = siteForTests(walkSettings);

/** A page of the site in which any of its screens may be shown. */
async function blankIn(browser: Browser): Promise<Visitor> {
  const visitor = await newVisitor(browser, { ...phone, reducedMotion: "reduce", bypassCSP: true });
  await visitor.page.goto(`${site.url}/robots.txt`);
  await visitor.page.setContent("<!doctype html>");
  return visitor;
}
const usual = during(async () => blankIn(await sharedBrowser()));
const large = during(
  async () => blankIn(await startBrowser({ textPx: 32 })),
  ({ context }) => context.browser()!.close(),
);

/** A screen as the server writes it. */
type Shown = { name: string; address: string; html: string; post: Answer };

/** Each kind of screen once: when first opened, without answers, and resumed. */
async function kindsOfScreens() {
  const seen = new Set<string>();
  const fresh: Shown[] = [];
  const refused: Shown[] = [];
  const resumed: Shown[] = [];
  const see = async (walk: Walk) => {
    const forms = new FormVisitor(site.url, (request) => {
      for (const [name, value] of Object.entries(headersOf(walk))) request.headers.set(name, value);
      return fetch(request);
    });
    let screen = await forms.open(walk.address);
    for (const { post } of walk.turns) {
      const { html, url, step } = screen;
      const shown = { name: `${walk.variant.code} ${step}`, address: url, post };
      const kinds = kindsOf(html);
      if (kinds.some((kind) => !seen.has(kind))) {
        for (const kind of kinds) seen.add(kind);
        fresh.push({ ...shown, html });
        const { kind } = stepNamed(step, walk.variant.machine)!;
        if (kind !== "choice" && html.includes("data-question")) {
          const isDate = kind === "when";
          const { html: again } = await forms.post(
            isDate ? { injury_month: "13", injury_day: "40", injury_year: "2030" } : {},
          );
          if (again.includes("data-error-summary")) refused.push({ ...shown, html: again });
          const back = await forms.open(walk.address);
          if (back.step === step) resumed.push({ ...shown, html: back.html });
          forms.screen = screen;
        }
      }
      screen = await forms.post(post);
    }
  };
  const walks = [...variants.values()].flatMap((variant) => walksOf(variant).walks).values();
  const seeSome = async () => {
    for (const walk of walks) await see(walk);
  };
  // A few at once, as a store writes together what comes together.
  await Promise.all([seeSome(), seeSome(), seeSome(), seeSome()]);
  return { fresh, refused, resumed };
}

/** What decides the layout: all readable parts of a screen except its position in its survey, and how that looks. */
function kindsOf(html: string): string[] {
  const main = /<main.*?<\/main>/s.exec(html)![0];
  const language = /<html lang="(\w+)"/.exec(html)![1];
  const [progress = ""] = /<p[^>]* role="status">.*?<form/s.exec(main) ?? [];
  const [stage, steps] = [/<span.*?<\/span>/s, /aria-valuemax="\d+"/].map((part) => part.exec(progress)?.[0]);
  const text = main.replace(progress, "<form").replace(/<[^>]*>/gs, " ");
  return [`${language} ${text}`, `${language} ${stage?.replace(/\d+/, "")} ${steps}`];
}

/** The home page, which asks the first question too. */
const homes = () =>
  Promise.all(
    ["/", "/es/"].map(async (address): Promise<Shown> => {
      const html = await (await fetch(site.url + address)).text();
      return { name: `home ${address}`, address, html, post: {} };
    }),
  );

const eachWindow = Object.entries(windows);

/** Fails with every miss, and what it is of. */
function misses() {
  const found: string[] = [];
  const note = ({ name }: Pick<Shown, "name">, window: string, misses: Miss[]) =>
    found.push(...misses.map(({ rule, by }) => `${rule}: ${name}, ${window}: ${by}`));
  return { note, expectNone: () => expect(found).toEqual([]) };
}

describe("where things stand on a phone", () => {
  const screens = during(kindsOfScreens, () => {});

  /** Shows all of them in one window after the other. */
  async function expectNone(page: Page, state: State, shown: Shown[], sizes = eachWindow) {
    const { note, expectNone } = misses();
    // Screens with the same styles in sequence.
    const styled = ({ html }: Shown) => html.slice(html.indexOf("<style"));
    const ordered = shown.toSorted((one, other) => (styled(one) < styled(other) ? -1 : 1));
    const pages = await page.evaluateHandle(
      (htmls) => htmls,
      ordered.map(({ html }) => html),
    );
    for (const [name, size] of sizes) {
      await page.setViewportSize(size);
      const found = await missesOfEach(page, state, pages);
      for (const [index, each] of ordered.entries()) note(each, name, found[index]!);
    }
    expectNone();
  }

  it.each(["fresh", "resumed"] as const)("holds for every kind of screen that is %s", async (how) => {
    expect(screens[how].length).toBeGreaterThan(60);
    await expectNone(usual.page, "arrival", screens[how]);
  });

  it("holds for the home page, in both languages", async () => {
    await expectNone(usual.page, "arrival", await homes());
  });

  it("holds for every kind of screen that is refused", async () => {
    expect(screens.refused.length).toBeGreaterThan(60);
    await expectNone(usual.page, "error", screens.refused);
  });

  it("holds with text of twice the size", async () => {
    const small = eachWindow.filter(([name]) => name === "360x640");
    await expectNone(large.page, "large", [...screens.fresh, ...screens.refused], small);
  });

  it("holds in wide windows", async () => {
    await expectNone(usual.page, "large", screens.fresh, Object.entries(wideWindows));
  });

  it("holds above the keyboard", async () => {
    const script = readdirSync("build/client/assets").find((name) => /^at-hand-.*\.js$/.test(name));
    await usual.page.evaluate((address) => import(address), `/assets/${script}`);
    const typed = screens.fresh.filter(
      ({ html }) => /<(input|textarea)(?![^>]*type="(hidden|radio)")/.test(html) && !asksConsent(html),
    );
    expect(typed.length).toBeGreaterThan(20);
    await expectNone(usual.page, "typing", typed, [["keyboard", aboveKeyboard]]);
  });

  it("holds where a consent is asked for, and where nothing can be sent", async () => {
    const { note, expectNone } = misses();
    await using visitor = await newVisitor(await sharedBrowser(), {
      ...phone,
      reducedMotion: "reduce",
      bypassCSP: true,
    });
    const { page, context } = visitor;
    let html = "";
    await fulfilDocuments(page, () => html);
    const asking = screens.fresh.filter(({ html }) => asksConsent(html));
    expect(asking.length).toBeGreaterThan(10);
    for (const shown of asking) {
      html = shown.html;
      await page.setViewportSize(aboveKeyboard);
      await page.goto(site.url + shown.address);
      await live(page);
      await page.locator(`${typed}:visible`).first().focus();
      await atHand(page);
      note(shown, "keyboard", await missesOf(page, "typing"));
      await page.keyboard.press("Enter");
      note(shown, "keyboard", await missesOf(page, "entered"));
      await page.setViewportSize(windows["360x640"]);
      await context.setOffline(true);
      await give(page, shown.post);
      await page.locator("[data-notice]").waitFor();
      await settled(page);
      for (const [name, size] of eachWindow.toReversed()) {
        await page.setViewportSize(size);
        note(shown, `unsent ${name}`, await missesOf(page, "unsent"));
      }
      // Else what could not be sent goes once the network is back, and its page with it.
      await page.goto("about:blank");
      await context.setOffline(false);
    }
    expectNone();
  });

  it.each(faults)("finds a planted fault of “%s” (%s, %s)", async (rule, state, step, fault) => {
    const { page } = usual;
    const of = state === "error" ? screens.refused : [...screens.fresh, ...(await homes())];
    const shown = of.find(({ name }) => name.endsWith(` ${step}`))!;
    await page.setViewportSize(state === "typing" ? aboveKeyboard : windows["390x844"]);
    await missesOfEach(page, "large", await page.evaluateHandle((html) => [html], shown.html));
    // The effects of a press that could not be sent, and of Enter.
    if (state === "unsent" || state === "entered")
      await page.evaluate(() => {
        const button = document.querySelector<HTMLElement>("[data-question] [value=next]:enabled")!;
        button.insertAdjacentHTML("beforebegin", "<p data-notice>Your answers did not reach us.</p>");
        button.focus();
      });
    const rules = async () => (await missesOf(page, state)).map(({ rule }) => rule);
    expect(await rules()).not.toContain(rule);
    if (fault.includes("{")) await page.addStyleTag({ content: fault });
    else await page.evaluate(fault);
    expect(await rules()).toContain(rule);
  });

  it("has a fault for each rule", () => {
    const source = readFileSync("test/support/geometry.ts", "utf8");
    const rules = [...source.matchAll(/miss\(\s*"([^"]+)"/g)].map(([, rule]) => rule);
    expect(new Set(rules)).toEqual(new Set(faults.map(([rule]) => rule)));
  });
});

/**
 * The contract's complaint about a screen of this step, opened in this way, once these styles or this script have
 * spoiled it.
 */
const faults: [rule: string, state: State, step: string, fault: string][] = [
  ["nothing scrolls sideways", "arrival", "AtFault", "header a { min-width: 500px }"],
  ["nothing is cut off at a side", "arrival", "AtFault", "h1 { min-width: 500px }"],
  ["the question is in view", "arrival", "AtFault", "h1 { margin-top: 900px }"],
  ["the first answer or field is in view", "arrival", "AtFault", "h1 { margin-bottom: 700px }"],
  ["home's amber button is in view", "arrival", "/es/", "main a { position: relative; top: 900px }"],
  ["the footer is below the fold", "arrival", "AtFault", "main { min-height: 0 !important }"],
  ["no word is broken", "arrival", "AtFault", "h1 { width: 2em; word-break: break-all }"],
  ["nothing overlaps", "arrival", "AtFault", "h1 { margin-bottom: -40px }"],
  [
    "an answer's arrow stands beside its words",
    "arrival",
    "AtFault",
    "[name=option] > * { flex-basis: 100% }",
  ],
  [
    "the action is in view, or comes with the last field",
    "arrival",
    "NameAndEmail",
    "[value=next] { margin-top: 800px }",
  ],
  ["the focus is on what is wrong", "error", "NameAndEmail", "document.activeElement.blur()"],
  [
    "what is wrong is in view",
    "error",
    "NameAndEmail",
    "[data-error-summary] { position: relative; top: -400px }",
  ],
  ["what is wrong is in view", "unsent", "PhoneAndZip", "[data-notice] { position: relative; top: -1400px }"],
  ["the focus is on what is wrong", "unsent", "PhoneAndZip", "document.activeElement.blur()"],
  [
    "the action is in view, or comes with the last field",
    "unsent",
    "PhoneAndZip",
    ":focus { position: relative; top: 400px }",
  ],
  [
    "a field has its label in view above the keyboard",
    "typing",
    "NameAndEmail",
    "label { position: relative; top: -900px }",
  ],
  [
    "the last field brings the action above the keyboard",
    "typing",
    "NameAndEmail",
    "[value=next] { margin-top: 400px }",
  ],
  [
    "Enter brings the consent and its button above the keyboard",
    "entered",
    "PhoneAndZip",
    "#consent { margin-bottom: 100px }",
  ],
  ["Enter leads to the button", "entered", "PhoneAndZip", "document.activeElement.blur()"],
];

const asksConsent = (html: string) => html.includes('id="consent"');
const typed = "[data-question] :is(input:not([type=radio], [type=hidden]), textarea)";

/** Answers what a page asks for as a document, and nothing else: `page.route` would keep all else out of the cache. */
async function fulfilDocuments(page: Page, html: () => string): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  browser.on("Fetch.requestPaused", async ({ requestId }) => {
    const responseHeaders = [{ name: "Content-Type", value: "text/html; charset=utf-8" }];
    const body = Buffer.from(html()).toString("base64");
    await browser.send("Fetch.fulfillRequest", { requestId, responseCode: 200, responseHeaders, body });
  });
  await browser.send("Fetch.enable", { patterns: [{ resourceType: "Document" }] });
}

/** Waits for what a page loads at the first touch of a field. */
async function atHand(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance.getEntriesByType("resource").some(({ name }) => name.includes("/at-hand-")),
  );
  await page.evaluate(async () => {
    const { name } = performance.getEntriesByType("resource").find(({ name }) => name.includes("/at-hand-"))!;
    await import(name);
  });
}
