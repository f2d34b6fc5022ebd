import { brotliCompressSync } from "node:zlib";
import type { Page, Request } from "playwright-core";
import { describe, expect } from "vitest";
import { siteInChromium } from "../support/browser.ts";
import { firstScripts } from "../support/first-scripts.ts";
import { countShifts, forgetShiftsOfTypeface, holdBack, live, shifts } from "../support/survey-page.ts";

/** With what comes behind the first question; `test/site/cost.test.ts` has what comes before it. */
// Of it, 0.9 KB are what keeps presses and typed values.
const allScriptBudget = 78.4 * 1024;
const styleBudget = 8.1 * 1024;

const { site, it } = siteInChromium();

/** Compressed bytes of files of one kind, and of what there is of it in the HTML. */
async function bytesOf(page: Page, files: readonly Request[], inPage: string): Promise<number> {
  let bytes = 0;
  for (const file of files) {
    const response = await file.response();
    expect(await response!.headerValue("content-encoding")).toBe("br");
    bytes += (await file.sizes()).responseBodySize;
  }
  expect(bytes, `of ${files.length} files`).toBeGreaterThan(1024);
  const texts = await page.locator(inPage).allTextContents();
  expect(texts.join("").length, inPage).toBeGreaterThan(500);
  return bytes + brotliCompressSync(texts.join("")).length;
}

describe("the first view of the survey", () => {
  it("needs no script but those that the cost of a first view counts", async ({ page }) => {
    const counted = firstScripts("c");
    await page.route("**/*.js", async (route) => {
      const name = route.request().url().split("/").at(-1)!;
      // What comes behind them never comes.
      if (counted.includes(name)) await route.continue();
    });
    await page.goto(`${site.url}/survey/c`, { waitUntil: "commit" });
    await live(page);
  });

  it("takes at most 78.4 KB of compressed JavaScript, and 8.1 of styles", async ({ page }) => {
    const scripts: Request[] = [];
    const styles: Request[] = [];
    page.on("requestfinished", (request) => {
      if (request.resourceType() === "script") scripts.push(request);
      if (request.resourceType() === "stylesheet") styles.push(request);
    });
    await page.goto(`${site.url}/survey/c`);
    await live(page);
    await page.waitForLoadState("networkidle");
    const sizes = {
      scripts: await bytesOf(page, scripts, "script[type=module]"),
      styles: await bytesOf(page, styles, "style"),
    };
    console.log("first view, compressed bytes:", sizes);
    expect(sizes.scripts).toBeLessThanOrEqual(allScriptBudget);
    expect(sizes.styles).toBeLessThanOrEqual(styleBudget);

    const resources = await page.evaluate(() =>
      performance.getEntriesByType("resource").map((entry) => {
        const { name, renderBlockingStatus } = entry as PerformanceResourceTiming & {
          renderBlockingStatus: string;
        };
        return { name, renderBlockingStatus };
      }),
    );
    expect(resources.length).toBeGreaterThan(0);
    expect(
      resources.filter(({ renderBlockingStatus }) => renderBlockingStatus !== "non-blocking"),
      "what blocks the rendering",
    ).toEqual([]);
    expect(
      resources.filter(({ name }) => !name.startsWith(site.url)),
      "asked of other hosts",
    ).toEqual([]);
  });

  it("does not move when the island and its style sheets arrive", async ({ page }) => {
    const arrive = await holdBack(page, "**/*.css");
    await countShifts(page);
    await page.goto(`${site.url}/survey/c`);
    await forgetShiftsOfTypeface(page);
    const looks = await page.locator("main").evaluate(lookOf);
    arrive();
    await live(page);
    await page.waitForLoadState("networkidle");
    expect(await page.locator("link[rel=stylesheet]").count()).toBeGreaterThan(0);
    expect(await page.locator("main").evaluate(lookOf)).toEqual(looks);
    expect(await shifts(page)).toEqual([]);
  });

  it("is painted and can be answered while everything but the HTML is held back", async ({ page }) => {
    await page.route("**", (route) => {
      if (route.request().isNavigationRequest()) return route.continue();
    });
    await page.goto(`${site.url}/survey/c`, { waitUntil: "commit" });
    await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
    await page.getByRole("button", { name: "2 to 4 weeks ago" }).tap();
    await page.waitForURL(/step=OtherDriversVehicleType/, { waitUntil: "commit" });
    await page.getByRole("heading", { level: 1 }).waitFor();
  });
});

/** Where everything in an element is, in pixels, and in what colours. To be run in the page. */
function lookOf(element: Element): string[] {
  return [...element.querySelectorAll("*")].map((each) => {
    const { x, y, width, height } = each.getBoundingClientRect();
    const { color, backgroundColor, font } = getComputedStyle(each);
    return [each.tagName, x, y, width, height, color, backgroundColor, font].join(" ");
  });
}
