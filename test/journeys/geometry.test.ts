import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { variants } from "../../machines/registry.ts";
import { stepNamed } from "../../machines/steps/index.ts";
import { newVisitor, phone, sharedBrowser, startBrowser } from "../support/browser.ts";
import { during, siteForTests } from "../support/during.ts";
import {
  aboveKeyboard,
  type Miss,
  missesAboveKeyboard,
  missesOf,
  missesOfAction,
  windows,
} from "../support/geometry.ts";
import { headersOf, walkSettings, walksOf } from "../support/screens/walks.ts";
import { give, live, settled } from "../support/survey-page.ts";
import { type Answer, FormVisitor } from "../support/visitors.ts";

/**
 * Where things stand on a phone is a contract: each kind of screen of each survey, as it is come to, taken up again, refused
 * and unsent, in windows of three sizes, above the keyboard and with text of twice the size.
 */

const site = siteForTests(walkSettings);

/** A phone whose pages are what `shown` says, and whose network ends with `isOffline`. */
type Phone = { page: Page; shown: string; styles: string; isOffline: boolean };

async function phoneIn(opened: ReturnType<typeof startBrowser>): Promise<Phone & { end: () => unknown }> {
  const browser = await opened;
  const device = { ...phone, reducedMotion: "reduce" as const, bypassCSP: true };
  const { page, close } = await newVisitor(browser, device);
  const end = browser === (await sharedBrowser()) ? close : () => browser.close();
  const its = { page, shown: "", styles: "", isOffline: false, end };
  await page.route("**/*", (route) => {
    if (its.isOffline) return route.abort();
    if (route.request().resourceType() !== "document") return route.continue();
    return route.fulfill({ body: its.shown, contentType: "text/html" });
  });
  return its;
}
const usual = during(
  () => phoneIn(sharedBrowser()),
  ({ end }) => end(),
);
const large = during(
  () => phoneIn(startBrowser({ textPx: 32 })),
  ({ end }) => end(),
);

/** A screen as the server writes it. */
type Shown = { name: string; address: string; html: string; post: Answer };

/** Each kind of screen once: as it is come to, as nothing was answered, and as it is taken up again. */
async function kindsOfScreens() {
  const fresh = new Map<string, Shown>();
  const refused: Shown[] = [];
  const resumed: Shown[] = [];
  for (const variant of variants.values()) {
    for (const walk of walksOf(variant).walks) {
      const forms = new FormVisitor(site.url, (request) => {
        for (const [name, value] of Object.entries(headersOf(walk))) request.headers.set(name, value);
        return fetch(request);
      });
      let screen = await forms.open(walk.address);
      for (const { post } of walk.turns) {
        const { html, url, step } = screen;
        const key = textOf(html);
        const shown = { name: `${variant.code} ${step}`, address: url, post };
        if (!fresh.has(key)) {
          fresh.set(key, { ...shown, html });
          const { kind } = stepNamed(step, variant.machine)!;
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
    }
  }
  return { fresh: [...fresh.values()], refused, resumed };
}

/** What can be read of a screen, which decides where things stand. */
function textOf(html: string): string {
  const main = /<main.*?<\/main>/s.exec(html)![0];
  const language = /<html lang="(\w+)"/.exec(html)![1];
  return `${language} ${main.replace(/<div[^>]*progress.*?<form/s, "<form").replace(/<[^>]*>/gs, " ")}`;
}

/** Shows a screen without its scripts. Pages of the same styles differ in their bodies alone, which costs a tenth. */
async function show(its: Phone, { address, html }: Shown): Promise<void> {
  const { page } = its;
  const styles = html.match(/<style.*?<\/style>|<link rel="stylesheet"[^>]*>/gs)!.join("");
  if (styles !== its.styles) {
    its.shown = html.replace(/<script.*?<\/script>/gs, "");
    await page.goto(site.url + address);
    its.styles = styles;
  }
  await page.evaluate(async (html) => {
    const next = new DOMParser().parseFromString(html, "text/html");
    for (const { name, value } of next.documentElement.attributes)
      document.documentElement.setAttribute(name, value);
    document.body.replaceWith(next.body);
    await document.fonts.ready;
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
  }, html);
}

/** As a page opens: at its top, unless something has the focus. */
const open = ({ page }: Phone) =>
  page.evaluate(() => {
    (document.activeElement as HTMLElement).blur();
    scrollTo(0, 0);
    document.querySelector<HTMLElement>("[autofocus]")?.focus();
  });

/** Shows a screen with its scripts. */
async function showLive(its: Phone, { address, html }: Shown): Promise<void> {
  its.shown = html;
  its.styles = "";
  await its.page.goto(site.url + address);
  await live(its.page);
}

const eachWindow = Object.entries(windows);
const typed = "[data-question] :is(input:not([type=radio], [type=hidden]), textarea)";

describe("where things stand on a phone", () => {
  const screens = during(kindsOfScreens, () => {});

  /** Fails with every miss, and what it is of. */
  function misses() {
    const found: string[] = [];
    const note = ({ name }: Shown, window: string, misses: Miss[]) =>
      found.push(...misses.map(({ rule, by }) => `${rule}: ${name}, ${window}: ${by}`));
    return { note, expectNone: () => expect(found).toEqual([]) };
  }

  it.each(["fresh", "resumed"] as const)("holds for every kind of screen that is %s", async (how) => {
    const { note, expectNone } = misses();
    expect(screens[how].length).toBeGreaterThan(60);
    for (const shown of screens[how]) {
      await show(usual, shown);
      for (const [name, size] of eachWindow) {
        await usual.page.setViewportSize(size);
        await open(usual);
        note(shown, name, await missesOf(usual.page, "arrival"));
        note(shown, name, await missesOfAction(usual.page));
      }
    }
    expectNone();
  });

  it("holds for every kind of screen that is refused", async () => {
    const { note, expectNone } = misses();
    expect(screens.refused.length).toBeGreaterThan(60);
    for (const shown of screens.refused) {
      await show(usual, shown);
      for (const [name, size] of eachWindow) {
        await usual.page.setViewportSize(size);
        await open(usual);
        note(shown, name, await missesOf(usual.page, "error"));
      }
    }
    expectNone();
  });

  it("holds above the keyboard, and where nothing can be sent", async () => {
    const { note, expectNone } = misses();
    const { page } = usual;
    let unsent = 0;
    for (const shown of screens.fresh) {
      const isTyped = /<(input|textarea)(?![^>]*type="(hidden|radio)")/.test(shown.html);
      if (!isTyped) continue;
      await page.setViewportSize(aboveKeyboard);
      await showLive(usual, shown);
      if (await page.locator(typed).first().isVisible())
        note(shown, "keyboard", await missesAboveKeyboard(page));
      if (!shown.html.includes('id="consent"')) continue;
      await page.setViewportSize(windows["360x640"]);
      usual.isOffline = true;
      await give(page, shown.post);
      await page.locator("[data-notice]").waitFor();
      await settled(page);
      for (const [name, size] of eachWindow.toReversed()) {
        await page.setViewportSize(size);
        note(shown, `unsent ${name}`, await missesOf(page, "unsent"));
      }
      usual.isOffline = false;
      unsent++;
    }
    expect(unsent).toBeGreaterThan(10);
    expectNone();
  });

  it("holds with text of twice the size", async () => {
    const { note, expectNone } = misses();
    await large.page.setViewportSize(windows["360x640"]);
    for (const shown of [...screens.fresh, ...screens.refused]) {
      await show(large, shown);
      note(shown, "large text", await missesOf(large.page, "large"));
    }
    expectNone();
  });
});
