import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { plainAnswers } from "../server/plain-answers.ts";
import { given, type PageScriptsStub, startPageScripts } from "../stubs/page-scripts.ts";
import { journey, startBrowser } from "../support/browser.ts";
import { type Site, startSite } from "../support/site.ts";
import { fillIn } from "./fill-in.ts";
import { atStep, live, walk } from "./survey-page.ts";

let others: PageScriptsStub;
let plain: Site;
let site: Site;
let browser: Browser;
beforeAll(async () => {
  others = await startPageScripts();
  const ringba = { RINGBA_TAG_ID: "CAstub", RINGBA_SCRIPT_URL: `${others.origin}/ringba` };
  [plain, site, browser] = await Promise.all([startSite(), startSite(ringba), startBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await plain.close();
  await site.close();
  await others.stop();
});

const calm = { reducedMotion: "reduce" as const };

/** Everything that pages ask of anybody but their own site, from now on. */
function foreign(context: BrowserContext, { url }: Site): string[] {
  const asked: string[] = [];
  context.on("request", (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(url)) asked.push(request.url());
  });
  return asked;
}

const headerNumber = (page: Page) => page.locator("header a[href^='tel:']").textContent();

describe("a site on which Ringba is configured and nothing else", () => {
  it("loads its tag, which replaces the numbers there are and those to come", () =>
    journey(
      browser,
      async ({ page, context }) => {
        const asked = foreign(context, site);
        await page.goto(`${site.url}/survey/benefits?_ef_transaction_id=t1`);
        await live(page);
        await expect.poll(() => headerNumber(page)).toContain(given.number.formatted_number);
        const tags = await page.evaluate(() => (window as { _rgba_tags?: unknown })._rgba_tags);
        expect(tags).toEqual([{ type: "User", clickid: "t1" }]);
        for (const step of ["SelectAgeGroup", "USCitizen", "SecuredBenefits"]) {
          await atStep(page, step);
          await fillIn(page, plainAnswers("benefits")(step));
        }
        const call = page.locator("main a[data-call-number]");
        await expect.poll(() => call.getAttribute("href")).toBe(`tel:${given.number.number}`);
        expect(asked).toEqual([`${others.origin}/ringba/CAstub`]);
      },
      calm,
    ));
});

describe("a site on which nothing is configured", () => {
  it("asks nobody else for anything, from the home page to the thanks", () =>
    journey(
      browser,
      async ({ page, context }) => {
        const asked = foreign(context, plain);
        for (const path of ["/", "/contact/"]) {
          await page.goto(plain.url + path, { waitUntil: "networkidle" });
        }
        const scripts: string[] = [];
        page.on("request", (request) => scripts.push(new URL(request.url()).pathname));
        await page.goto(`${plain.url}/survey/c?affid=7`);
        await live(page);
        await walk(page, {});
        await page.waitForLoadState("networkidle");
        expect(asked).toEqual([]);
        expect(scripts.filter((path) => path.includes("page-scripts"))).toEqual([]);
        expect(scripts.filter((path) => path.includes("island"))).not.toEqual([]);
      },
      calm,
    ));
});
