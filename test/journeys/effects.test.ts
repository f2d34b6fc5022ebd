import type { Page } from "playwright-core";
import { beforeEach, describe, expect } from "vitest";
import { startStub } from "../stubs/stub-server.ts";
import { calm, siteInChromium } from "../support/browser.ts";
import { during } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { atStep, give, live, standAt, walk } from "../support/survey-page.ts";

/** Whatever the surveys load or open from others. */
const others = during(() => startStub(() => ({ body: "" })));
/** A stub's empty JSON is no script and no image, as Chromium notes. */
const usual = { ...calm, allowed: [/MIME|net::ERR|Failed to load/] };
const { site, it } = siteInChromium(usual, () => ({
  "pixels.media": `${others.origin}/media.js`,
  "pixels.tracking": `${others.origin}/pixel.gif`,
  "pixels.ad-tracking": `${others.origin}/ads.js`,
}));
beforeEach(() => {
  others.requests.length = 0;
});

const called = () => others.requests.map(({ path }) => path);

async function comeTo(page: Page, address: string, before: string, until: string, answers = {}) {
  await standAt(page, site, address, { until: before });
  await live(page);
  await walk(page, { until, answers });
}

describe("scripts and pixels", () => {
  it(
    "variant A loads media at once, and pixel and ads with an injury",
    holds(223, 226, 366),
    async ({ page }) => {
      await comeTo(page, "/survey/a", "AtFault", "WasUserInjured");
      expect(called()).toEqual(["/media.js"]);
      await give(page, { option: "Yes" });
      await atStep(page, "TypeOfMedicalTreatment");
      await expect.poll(called).toEqual(expect.arrayContaining(["/pixel.gif", "/ads.js"]));
      expect(called()).toHaveLength(3);
    },
  );

  it("without an injury nothing more is loaded", holds(366), async ({ page }) => {
    const uninjured = { WasUserInjured: { option: "No" } };
    await comeTo(page, "/survey/a", "WasUserInjured", "HasLawyer", uninjured);
    expect(called()).toEqual(["/media.js"]);
  });

  it("variant B loads A's pixel with an injury, on its other path too", holds(231, 366), async ({ page }) => {
    await comeTo(page, "/survey/fb", "WasUserInjured", "TypeOfMedicalTreatment");
    await expect.poll(called).toEqual(expect.arrayContaining(["/pixel.gif", "/ads.js"]));
    expect(called()).toHaveLength(2);
  });

  it("a page that is loaded later loads what its visit has earned, once", async ({ page }) => {
    await standAt(page, site, "/survey/c", { until: "PoliceReportFiled" });
    await live(page);
    await expect.poll(called).toEqual(["/ads.js"]);
  });

  it("the ticket flow loads a pixel as it starts", holds(332), async ({ page }) => {
    await page.goto(`${site.url}/survey/ticket`);
    await atStep(page, "StartTicketFlow");
    await expect.poll(called).toEqual(["/pixel.gif"]);
  });
});
