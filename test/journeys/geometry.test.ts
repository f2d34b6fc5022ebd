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
import { live } from "../support/survey-page.ts";
import { FormVisitor } from "../support/visitors.ts";

/**
 * Where things stand on a phone is a contract: each kind of screen of each survey, as it is come to and refused, in windows of
 * three sizes, above the keyboard and with text of twice the size.
 */

const site = siteForTests(walkSettings);
const visitor = during(
  async () => newVisitor(await sharedBrowser(), { ...phone, reducedMotion: "reduce" }),
  ({ close }) => close(),
);
const large = during(
  async () => {
    const browser = await startBrowser({ textPx: 32 });
    return Object.assign(await newVisitor(browser, { ...phone, viewport: windows["360x640"] }), { browser });
  },
  ({ browser }) => browser.close(),
);

type Shown = { name: string; address: string; html: string };

/** Each kind of screen once, as the server writes it, and what it writes where nothing was answered. */
async function screens(): Promise<{ fresh: Shown[]; refused: Shown[]; resumed: Shown[] }> {
  const [fresh, refused, resumed] = [
    new Map<string, Shown>(),
    new Map<string, Shown>(),
    new Map<string, Shown>(),
  ];
  for (const variant of variants.values()) {
    for (const walk of walksOf(variant).walks) {
      const forms = new FormVisitor(site.url, (request) => {
        for (const [name, value] of Object.entries(headersOf(walk))) request.headers.set(name, value);
        return fetch(request);
      });
      let screen = await forms.open(walk.address);
      for (const { post } of walk.turns) {
        const { html, url, step } = screen;
        const key = kindOf(html);
        const shown = { name: `${variant.code} ${step}`, address: url };
        if (!fresh.has(key)) {
          fresh.set(key, { ...shown, html });
          const { kind } = stepNamed(step, variant.machine)!;
          if (kind !== "choice" && html.includes("data-question")) {
            const { html: again } = await forms.post(
              kind === "when" ? { injury_month: "13", injury_day: "40", injury_year: "2030" } : {},
            );
            if (again.includes("data-error-summary")) refused.set(key, { ...shown, html: again });
            const back = await forms.open(walk.address);
            if (back.step === step) resumed.set(key, { ...shown, html: back.html });
            screen = forms.screen = { ...screen, html, url };
          }
        }
        screen = await forms.post(post);
      }
    }
  }
  return { fresh: [...fresh.values()], refused: [...refused.values()], resumed: [...resumed.values()] };
}

/** What decides where things stand: all that can be read, but for a count of steps. */
function kindOf(html: string): string {
  const main = /<main.*?<\/main>/s.exec(html)![0];
  const language = /<html lang="(\w+)"/.exec(html)![1];
  return `${language} ${main.replace(/<div[^>]*progress.*?<form/s, "<form").replace(/<input type="hidden"[^>]*>|<main[^>]*>|<[^>]*>/gs, " ")}`;
}

/** Shows what the server wrote. @param isLive its scripts run */
async function show(page: Page, { address, html }: Shown, isLive = false): Promise<void> {
  await page.unrouteAll();
  await page.route("**/*", async (route) => {
    if (route.request().resourceType() === "document")
      return route.fulfill({ body: html, contentType: "text/html" });
    if (route.request().resourceType() === "script" && !isLive) return route.abort();
    return route.continue();
  });
  await page.goto(site.url + address);
  await page.evaluate(() => document.fonts.ready);
  if (isLive) await live(page);
}

type Found = Miss & { screen: string; window: string };

describe("where things stand on a phone", () => {
  const found: Found[] = [];
  const note = (screen: string, window: string, misses: Miss[]) =>
    found.push(...misses.map((miss) => ({ ...miss, screen, window })));

  it("holds for every kind of screen", async () => {
    const { fresh, refused, resumed } = await screens();
    console.log(fresh.length, refused.length, resumed.length);
    const { page } = visitor;
    for (const shown of fresh) {
      await page.setViewportSize(windows["390x844"]);
      await show(page, shown);
      for (const [name, size] of Object.entries(windows)) {
        await page.setViewportSize(size);
        await page.evaluate(() => scrollTo(0, 0));
        note(shown.name, name, await missesOf(page, "arrival"));
        note(shown.name, name, await missesOfAction(page));
        await page.evaluate(() => (document.activeElement as HTMLElement).blur());
      }
      if (!(await page.locator("[data-question] :is(input:not([type=radio]), textarea):visible").count()))
        continue;
      await page.setViewportSize(aboveKeyboard);
      await show(page, shown, true);
      note(shown.name, "keyboard", await missesAboveKeyboard(page));
    }
    for (const shown of resumed) {
      await page.setViewportSize(windows["390x664"]);
      await show(page, shown);
      note(shown.name, "resumed 390x664", await missesOf(page, "arrival"));
    }
    for (const shown of refused)
      for (const [name, size] of Object.entries(windows)) {
        await page.setViewportSize(size);
        await show(page, shown);
        note(shown.name, `refused ${name}`, await missesOf(page, "error"));
      }
    for (const shown of [...fresh, ...refused]) {
      await show(large.page, shown);
      note(shown.name, "large text", await missesOf(large.page, "large"));
    }
    const counts: Record<string, number> = {};
    for (const { rule, window } of found)
      counts[`${window}: ${rule}`] = (counts[`${window}: ${rule}`] ?? 0) + 1;
    console.log(JSON.stringify(counts, null, 1));
    const { writeFileSync } = await import("node:fs");
    writeFileSync("/tmp/geometry.json", JSON.stringify(found, null, 1));
    expect(found).toEqual([]);
  });
});
