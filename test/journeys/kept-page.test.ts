import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { answersC } from "../support/answers.ts";
import { calm, siteInChromium } from "../support/browser.ts";
import { holds } from "../support/holds.ts";
import { leadsOf } from "../support/store-reader.ts";
import { atStep, back, chosen, give, live, standAt, tap, thanked, walk } from "../support/survey-page.ts";

const { site, it } = siteInChromium(calm, {}, { bfcache: true });

/** Opens the survey as in a browser that keeps left pages alive whatever their Cache-Control says. */
async function open(page: Page, until?: string) {
  await page.addInitScript(() => {
    addEventListener("pageshow", ({ persisted }) => {
      document.documentElement.dataset.kept = String(persisted);
    });
  });
  await page.route(/\/(survey\/c|privacy-policy)/, async (route) => {
    const response = await route.fetch({ maxRedirects: 0 });
    await route.fulfill({ response, headers: { ...response.headers(), "cache-control": "no-cache" } });
  });
  await standAt(page, site, "/survey/c", { until });
  await live(page);
}

/** Goes back to a page that was kept: it is shown again, not loaded. */
async function returnToKept(page: Page) {
  await page.evaluate(() => history.back());
  await page.locator("html[data-kept=true]").waitFor();
}

describe("a survey page that the browser kept alive", holds("T12"), () => {
  it("continues where it was when the visitor returns from another page", async ({ page }) => {
    await open(page, "AtFault");
    await walk(page, { until: "WasUserInjured" });
    await page
      .getByRole("contentinfo")
      .getByRole("link", { name: /privacy/i })
      .tap();
    await page.waitForURL(/privacy-policy/);
    await returnToKept(page);
    await atStep(page, "WasUserInjured");
    await tap(back(page));
    await atStep(page, "AtFault");
    expect(await chosen(page)).toBe("no");
    await give(page, answersC.AtFault!);
    await atStep(page, "WasUserInjured");
  });

  it("leads to the same thanks when the survey was sent before", async ({ page }) => {
    const stored = () => leadsOf(site, answersC.NameAndEmail!.email!).length;
    const before = stored();
    await open(page);
    await walk(page);
    await page.evaluate(() => history.back());
    await thanked(page);
    expect(stored()).toBe(before + 1);
  });
});
