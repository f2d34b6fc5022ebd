import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answersC } from "../support/answers-c.ts";
import { expected, journey, startBrowser } from "../support/browser.ts";
import { holds } from "../support/holds.ts";
import { type Site, startSite } from "../support/site.ts";
import { standAt } from "./standing-at.ts";
import { leadsOf } from "./stored.ts";
import { atStep, give, live, next, thanked, walk } from "./survey-page.ts";

const calm = { reducedMotion: "reduce" as const };
const masked = "(813) 555-0142";
const notations = [
  "+1 813-555-0142",
  "18135550142",
  "8135550142",
  "813.555.0142",
  masked,
  "1 (813) 555 0142",
];
const isMask = (url: string) => /masked-phone|imask/.test(url);

let site: Site;
let browser: Browser;
beforeAll(async () => {
  [site, browser] = await Promise.all([startSite(), startBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await site.close();
});

const value = (page: Page) => page.locator("[name=phone]").inputValue();
const caret = (page: Page) =>
  page.locator("[name=phone]").evaluate((input) => (input as HTMLInputElement).selectionStart);

/** Shows the phone step with its mask at work. */
async function atPhone(page: Page) {
  const mask = page.waitForResponse((response) => isMask(response.url()));
  await standAt(page, site, "PhoneAndZip");
  await live(page);
  await (await mask).finished();
  await page.locator("[name=phone]").focus();
  // The mask is on once it takes a letter for the opening bracket and nothing more.
  const afterLetter = () => page.keyboard.press("x").then(() => value(page));
  await expect.poll(afterLetter).toBe("(");
  await page.locator("[name=phone]").fill("");
}

/** Puts text into the focused field as a paste or a form filler does: all at once. */
const insert = (page: Page, text: string) => page.keyboard.insertText(text);

/** Puts text into the field as autofill does: set from outside, then announced. */
const autofill = (page: Page, text: string) =>
  page.locator("[name=phone]").evaluate((input, filled) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(input, filled);
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }, text);

describe("the telephone mask", () => {
  it("sets brackets and dash while a number is typed", holds(163), () =>
    journey(
      browser,
      async ({ page }) => {
        await atPhone(page);
        await page.keyboard.type("8135550142");
        expect(await value(page)).toBe(masked);
        await page.keyboard.type("99");
        expect(await value(page), "an eleventh digit is not taken").toBe(masked);
      },
      calm,
    ),
  );

  it("takes a number in any notation, with or without country code, pasted or filled in", () =>
    journey(
      browser,
      async ({ page }) => {
        await atPhone(page);
        for (const text of notations) {
          await insert(page, text);
          expect(await value(page), `pasted ${text}`).toBe(masked);
          await page.locator("[name=phone]").fill("");
          await autofill(page, text);
          await expect.poll(() => value(page), { message: `filled in ${text}` }).toBe(masked);
          await page.locator("[name=phone]").fill("");
        }
      },
      calm,
    ));

  it("keeps the caret where a digit in the middle is corrected", () =>
    journey(
      browser,
      async ({ page }) => {
        await atPhone(page);
        await page.keyboard.type("8135550142");
        await page.locator("[name=phone]").evaluate((input) => {
          (input as HTMLInputElement).setSelectionRange(8, 8);
        });
        await page.keyboard.press("Backspace");
        expect(await value(page)).toBe("(813) 550-142");
        await page.keyboard.type("7");
        expect(await value(page)).toBe("(813) 575-0142");
        expect(await caret(page)).toBe(8);
      },
      calm,
    ));

  it("is fetched with the telephone step and not before", () =>
    journey(
      browser,
      async ({ page }) => {
        const masks: string[] = [];
        page.on("request", (request) => {
          if (isMask(request.url())) masks.push(request.url());
        });
        await standAt(page, site, "IncidentDescription");
        await live(page);
        await walk(page, { until: "NameAndEmail" });
        await page.waitForLoadState("networkidle");
        expect(masks).toEqual([]);
        await give(page, answersC.NameAndEmail!);
        await atStep(page, "PhoneAndZip");
        await expect.poll(() => masks.length).toBeGreaterThan(0);
      },
      calm,
    ));

  it("keeps what was typed before the mask came, and is done without when it never comes", () =>
    journey(
      browser,
      async ({ page }) => {
        const email = "unmasked@example.com";
        await page.route(
          (url) => isMask(url.pathname),
          (route) => route.abort(),
        );
        await standAt(page, site, "PhoneAndZip", { NameAndEmail: { ...answersC.NameAndEmail!, email } });
        await live(page);
        await page.locator("[name=phone]").fill("+1 813-555-0142");
        await page.locator("[name=zip_code]").fill("33602");
        await next(page).tap();
        await thanked(page);
        expect(leadsOf(site, email)[0]!.record).toMatchObject({ phone: masked, city: "Tampa" });
      },
      { ...calm, allowed: [expected.noScript] },
    ));
});
