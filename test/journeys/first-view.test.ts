import type { Browser, Request } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { journey, startBrowser } from "../support/browser.ts";
import { type Site, startSite } from "../support/site.ts";
import { live } from "./survey-page.ts";

const budgetBytes = 75 * 1024;

let site: Site;
let browser: Browser;
beforeAll(async () => {
  [site, browser] = await Promise.all([startSite(), startBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await site.close();
});

describe("the first view of the survey", () => {
  it("takes at most 75 KB of compressed JavaScript in all, the island included", () =>
    journey(browser, async ({ page }) => {
      const scripts: Request[] = [];
      page.on("requestfinished", (request) => {
        if (request.resourceType() === "script") scripts.push(request);
      });
      await page.goto(`${site.url}/survey/c`);
      await live(page);
      await page.waitForLoadState("networkidle");
      let bytes = 0;
      for (const script of scripts) {
        const response = await script.response();
        expect(await response!.headerValue("content-encoding")).toBe("br");
        bytes += (await script.sizes()).responseBodySize;
      }
      console.log(`first view: ${scripts.length} scripts, ${(bytes / 1024).toFixed(1)} KB compressed`);
      expect(bytes).toBeGreaterThan(10 * 1024);
      expect(bytes).toBeLessThanOrEqual(budgetBytes);
    }));

  it("is painted and can be answered while everything but the HTML is held back", () =>
    journey(browser, async ({ page }) => {
      await page.route("**", (route) => {
        if (route.request().isNavigationRequest()) return route.continue();
      });
      await page.goto(`${site.url}/survey/c`, { waitUntil: "commit" });
      await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
      await page.getByRole("button", { name: "In the last 30 days" }).tap();
      await page.waitForURL(/step=OtherDriversVehicleType/, { waitUntil: "commit" });
      await page.getByRole("heading", { level: 1 }).waitFor();
    }));

  it("has nothing that blocks the rendering, and asks no other host", () =>
    journey(browser, async ({ page }) => {
      await page.goto(`${site.url}/survey/c`);
      await live(page);
      const resources = await page.evaluate(() =>
        performance.getEntriesByType("resource").map((entry) => {
          const { name, renderBlockingStatus } = entry as PerformanceResourceTiming & {
            renderBlockingStatus: string;
          };
          return { name, renderBlockingStatus };
        }),
      );
      expect(resources.length).toBeGreaterThan(0);
      expect(resources.filter(({ renderBlockingStatus }) => renderBlockingStatus !== "non-blocking")).toEqual(
        [],
      );
      expect(resources.filter(({ name }) => !name.startsWith(site.url))).toEqual([]);
    }));
});
