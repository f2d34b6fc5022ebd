import { brotliCompressSync } from "node:zlib";
import type { Page, Request } from "playwright-core";
import { describe, expect } from "vitest";
import { siteInChromium } from "../support/in-chromium.ts";
import { holdBack } from "./hold-back.ts";
import { countShifts, forgetShiftsOfTypeface, shifts } from "./motion.ts";
import { live } from "./survey-page.ts";

const scriptBudget = 70 * 1024;
/** With what comes behind the first question. */
// Of it, 0.9 KB are what keeps presses and typed values (ADR 92).
const allScriptBudget = 78.4 * 1024;
const styleBudget = 20 * 1024;

const { site, it } = siteInChromium();

/** Compressed bytes of one kind on the first view, the island's included: the files, and what is in the HTML. */
async function bytesOf(
  page: Page,
  type: "script" | "stylesheet",
  inPage: string,
  { untilAlive = false } = {},
): Promise<number> {
  const files: Request[] = [];
  page.on("requestfinished", (request) => {
    if (request.resourceType() === type) files.push(request);
  });
  await page.goto(`${site.url}/survey/c`);
  await live(page);
  const counted = untilAlive ? [...files] : files;
  await page.waitForLoadState("networkidle");
  let bytes = 0;
  for (const file of counted) {
    const response = await file.response();
    expect(await response!.headerValue("content-encoding")).toBe("br");
    bytes += (await file.sizes()).responseBodySize;
  }
  expect(bytes, `of ${counted.length} files`).toBeGreaterThan(1024);
  const texts = await page.locator(inPage).allTextContents();
  expect(texts.join("").length, inPage).toBeGreaterThan(500);
  const all = bytes + brotliCompressSync(texts.join("")).length;
  console.log(`first view: ${(all / 1024).toFixed(1)} KB of ${type}, compressed`);
  return all;
}

describe("the first view of the survey", () => {
  it("takes at most 70 KB of compressed JavaScript until its question is alive", async ({ page }) => {
    const bytes = await bytesOf(page, "script", "script[type=module]", { untilAlive: true });
    expect(bytes).toBeLessThanOrEqual(scriptBudget);
  });

  it("takes at most 78.4 KB of compressed JavaScript in all", async ({ page }) => {
    expect(await bytesOf(page, "script", "script[type=module]")).toBeLessThanOrEqual(allScriptBudget);
  });

  it("takes at most 20 KB of compressed style sheets in all", async ({ page }) => {
    expect(await bytesOf(page, "stylesheet", "style")).toBeLessThanOrEqual(styleBudget);
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

  it("has nothing that blocks the rendering, and asks no other host", async ({ page }) => {
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
