import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PageScriptsStub, pageScriptsEnv, startPageScripts } from "../stubs/page-scripts.ts";
import { journey, startBrowser } from "../support/browser.ts";
import { type Site, startSite } from "../support/site.ts";
import { foreign, walkBenefits } from "./foreign.ts";
import { live, walk } from "./survey-page.ts";

let others: PageScriptsStub;
let plain: Site;
let site: Site;
let browser: Browser;
beforeAll(async () => {
  others = await startPageScripts();
  [plain, site, browser] = await Promise.all([
    startSite(),
    startSite(pageScriptsEnv(others)),
    startBrowser(),
  ]);
});
afterAll(async () => {
  await browser.close();
  await plain.close();
  await site.close();
  await others.stop();
});

const calm = { reducedMotion: "reduce" as const };

describe("where nothing is configured", () => {
  it("nobody else is asked for anything, from the home page to the thanks", () =>
    journey(
      browser,
      async ({ page, context }) => {
        const asked = foreign(context, plain);
        for (const path of ["/", "/contact/"]) {
          await page.goto(plain.url + path, { waitUntil: "networkidle" });
        }
        const own: string[] = [];
        page.on("request", (request) => own.push(new URL(request.url()).pathname));
        await page.goto(`${plain.url}/survey/c?affid=7`);
        await live(page);
        await walk(page, {});
        await page.waitForLoadState("networkidle");
        expect(asked).toEqual([]);
        expect(own.filter((path) => path.includes("page-scripts"))).toEqual([]);
        expect(own.filter((path) => path.includes("island"))).not.toEqual([]);
      },
      calm,
    ));
});

describe("where everything is configured", () => {
  it.each(["/survey-thank-you/?q=y", "/ticket-thank-you/", "/privacy-policy/", "/terms-of-use/"])(
    "%s asks nobody else",
    (path) =>
      journey(
        browser,
        async ({ page, context }) => {
          const asked = foreign(context, site);
          await page.goto(site.url + path, { waitUntil: "networkidle" });
          await page.locator("body").click({ position: { x: 1, y: 1 } });
          await page.waitForTimeout(500);
          expect(asked).toEqual([]);
        },
        calm,
      ),
  );

  it("nor does a survey that is opened where it has ended", () =>
    journey(
      browser,
      async ({ page, context }) => {
        await walkBenefits(page, site);
        await page.waitForLoadState("networkidle");
        const asked = foreign(context, site);
        await page.reload();
        await live(page);
        await page.waitForTimeout(500);
        expect(asked).toEqual([]);
      },
      calm,
    ));
});
