import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { articles } from "../../app/site/article-list.ts";
import { answersC } from "../support/answers-c.ts";
import { expectAccessible } from "../support/axe.ts";
import { expected, journey, startBrowser } from "../support/browser.ts";
import { type Site, startSite } from "../support/site.ts";
import { refused } from "./refused.ts";
import { standAt } from "./standing-at.ts";
import { atStep, back, give, live, next, option, settled, stepsC } from "./survey-page.ts";

const calm = { reducedMotion: "reduce" as const };
const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 900 };
/** 320 px is the narrowest phone, and what is left of 1280 px at a zoom of 400 %. */
const zoomed = { width: 320, height: 256 };

let site: Site;
let browser: Browser;
beforeAll(async () => {
  [site, browser] = await Promise.all([startSite(), startBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await site.close();
});

/** Judges what is on screen, on a phone, on a desk and at 400 % zoom. */
async function audit(page: Page, where: string) {
  await page.setViewportSize(desktop);
  await settled(page);
  await expectAccessible(page, `${where}, 1280 px`);
  await page.setViewportSize(zoomed);
  const scrolls = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(scrolls, `sideways scrolling of ${where} at 320 px`).toBeLessThanOrEqual(0);
  await page.setViewportSize(phone);
  await expectAccessible(page, `${where}, 390 px`);
}

/** Everything a finger has to hit in the survey is at least 44 px high. */
async function expectTargets(page: Page, step: string) {
  const targets = page.locator("main :is(button:not([aria-hidden]), input:not([type=hidden]), summary)");
  for (const target of await targets.all()) {
    const box = await target.boundingBox();
    if (box) expect(box.height, `${step}: ${await target.textContent()}`).toBeGreaterThanOrEqual(44);
  }
}

const pages = {
  home: "/",
  contact: "/contact/",
  privacy: "/privacy-policy/",
  terms: "/terms-of-use/",
  videos: "/video-gallery/",
  "do-not-sell": "/do-not-sell-my-information/",
  "thank-you": "/survey-thank-you/",
  "page that does not exist": "/nowhere",
  "survey that does not exist": "/survey/nowhere",
  ...Object.fromEntries(articles.map(({ name, path }) => [name, path])),
};

describe("what everyone can use", () => {
  it("every step, its errors and the overlay", { timeout: 120_000 }, () =>
    journey(
      browser,
      async ({ page }) => {
        await page.goto(`${site.url}/survey/c`);
        await live(page);
        for (const step of stepsC) {
          await atStep(page, step);
          await expectTargets(page, step);
          await audit(page, step);
          if (refused[step]) {
            await give(page, refused[step]);
            await page.locator("[data-error-summary]").waitFor();
            await audit(page, `${step} with errors`);
          }
          if (step === "PhoneAndZip") await page.route("**/post-lead", () => {});
          await give(page, answersC[step]!);
        }
        await page.locator("main[data-progress='100']").waitFor();
        await audit(page, "the overlay");
      },
      calm,
    ),
  );

  it("steps that show their answer again", () =>
    journey(
      browser,
      async ({ page }) => {
        await standAt(page, site, "PhoneAndZip");
        for (const step of ["WhenWasTheAccident", "HasLawyer", "NameAndEmail"]) {
          await page.goto(`${site.url}/survey/c?step=${step}`);
          await expectAccessible(page, `${step}, answered`);
        }
      },
      calm,
    ));

  it.each(Object.entries(pages))("the %s page", (name, path) =>
    journey(
      browser,
      async ({ page }) => {
        await page.goto(site.url + path);
        await audit(page, `the ${name} page`);
      },
      { ...calm, allowed: [/status of 404/] },
    ),
  );

  it("the contact form with errors, and when it was sent", () =>
    journey(
      browser,
      async ({ page }) => {
        await page.goto(`${site.url}/contact/`);
        const send = page.getByRole("button", { name: "Send message" });
        await send.tap();
        await page.locator("[data-error-summary]").waitFor();
        expect(await page.title()).toMatch(/^Error: /);
        await audit(page, "the contact form with errors");
        await page.locator("[name=typeOfAccident]").selectOption("Truck Accident");
        const typed = {
          firstName: "Ana",
          lastName: "Rivera",
          email: "ana@example.com",
          phoneNumber: "(213) 555-0123",
          message: "Hello.",
        };
        for (const [field, text] of Object.entries(typed)) await page.locator(`[name=${field}]`).fill(text);
        await send.tap();
        await page.getByText("Form was submitted").waitFor();
        await audit(page, "the contact page when the form was sent");
      },
      { ...calm, allowed: [expected.refusedForm] },
    ));

  it("the survey in forced colours: borders, choice and focus are still seen", () =>
    journey(
      browser,
      async ({ page }) => {
        await standAt(page, site, "OtherDriversVehicleType");
        await live(page);
        await give(page, answersC.OtherDriversVehicleType!);
        await atStep(page, "AtFault");
        await back(page).tap();
        await atStep(page, "OtherDriversVehicleType");
        await expectAccessible(page, "a choice in forced colours");
        const seen = (value: string) =>
          option(page, value).evaluate((button) => {
            const { borderTopWidth, borderTopStyle } = getComputedStyle(button);
            return { border: `${borderTopWidth} ${borderTopStyle}`, text: button.textContent };
          });
        expect(await seen("Car")).toEqual({
          border: "2px solid",
          text: expect.stringContaining("Your answer"),
        });
        expect(await seen("Bus")).toEqual({ border: "2px solid", text: "Bus" });
        await page.keyboard.press("Tab");
        expect(await page.evaluate(() => getComputedStyle(document.activeElement!).outlineStyle)).toBe(
          "solid",
        );
        await standAt(page, site, "PhoneAndZip");
        await expectAccessible(page, "the contact step in forced colours");
        expect(await next(page).evaluate((button) => getComputedStyle(button).borderTopStyle)).toBe("solid");
      },
      { ...calm, forcedColors: "active" },
    ));
});
