import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Stub, startStub } from "../stubs/stub-server.ts";
import { answersA } from "../support/answers-a.ts";
import { journey, startBrowser } from "../support/browser.ts";
import { holds } from "../support/holds.ts";
import { type Site, startSite } from "../support/site.ts";
import { fillIn } from "./fill-in.ts";
import { atStep, live } from "./survey-page.ts";
import { walkPlainly } from "./walk-plainly.ts";

/** Whatever the surveys load or open from others. */
let others: Stub;
let site: Site;
let browser: Browser;
beforeAll(async () => {
  others = await startStub(() => ({ body: "" }));
  [site, browser] = await Promise.all([
    startSite({
      MEDIA_SCRIPT_URL: `${others.origin}/media.js`,
      TRACKING_PIXEL_URL: `${others.origin}/pixel.gif`,
      AD_TRACKING_SCRIPT_URL: `${others.origin}/ads.js`,
    }),
    startBrowser(),
  ]);
});
beforeEach(() => {
  others.requests.length = 0;
});
afterAll(async () => {
  await browser.close();
  await site.close();
  await others.stop();
});

const called = () => others.requests.map(({ path }) => path);
/** A stub's empty JSON is no script and no image, as Chromium notes. */
const calm = { reducedMotion: "reduce" as const, allowed: [/MIME|net::ERR|Failed to load/] };

/** Answers up to a step, or to the thank-you page. @param given answers that differ, by step without its variant's suffix */
async function walk(page: Page, address: string, given: typeof answersA = {}, until = "") {
  await page.goto(site.url + address);
  await live(page);
  for (;;) {
    const step = (await page.locator("main[data-step]").getAttribute("data-step"))!;
    if (step === until) return;
    const name = step.replace(/VW3$/, "");
    await fillIn(page, given[name] ?? answersA[name]!);
    if (name === "PhoneAndZip") return page.waitForURL(/thank-you/);
    await page.locator(`main[data-step]:not([data-step="${step}"])`).waitFor();
  }
}

describe("scripts and pixels", () => {
  it(
    "variant A loads its media script at once, its pixel and the ad-tracking script with an injury",
    holds(223, 226, 366),
    () =>
      journey(
        browser,
        async ({ page }) => {
          await walk(page, "/survey/a", {}, "WasUserInjured");
          expect(called()).toEqual(["/media.js"]);
          await fillIn(page, { option: "Yes" });
          await atStep(page, "TypeOfMedicalTreatment");
          await expect.poll(called).toEqual(expect.arrayContaining(["/pixel.gif", "/ads.js"]));
          expect(called()).toHaveLength(3);
        },
        calm,
      ),
  );

  it("no injury loads nothing more", holds(366), () =>
    journey(
      browser,
      async ({ page }) => {
        await walk(page, "/survey/a", { WasUserInjured: { option: "No" } }, "HasLawyer");
        expect(called()).toEqual(["/media.js"]);
      },
      calm,
    ),
  );

  it(
    "variant B loads A's pixel with an injury, also for those who come by its other path",
    holds(231, 366),
    () =>
      journey(
        browser,
        async ({ page }) => {
          await walkPlainly(page, `${site.url}/survey/fb`, {}, "TypeOfMedicalTreatment");
          await expect.poll(called).toEqual(expect.arrayContaining(["/pixel.gif", "/ads.js"]));
          expect(called()).toHaveLength(2);
        },
        calm,
      ),
  );

  it("a page that is loaded later on loads what its visit has come by, once", () =>
    journey(
      browser,
      async ({ page }) => {
        await walk(page, "/survey/c", {}, "PoliceReportFiled");
        others.requests.length = 0;
        await page.reload();
        await live(page);
        await expect.poll(called).toEqual(["/ads.js"]);
      },
      calm,
    ));

  it("the ticket flow loads a pixel as it starts", holds(332), () =>
    journey(
      browser,
      async ({ page }) => {
        await walk(page, "/survey/ticket", {}, "StartTicketFlow");
        await expect.poll(called).toEqual(["/pixel.gif"]);
      },
      calm,
    ),
  );
});
