import { beforeAll, describe, expect, it } from "vitest";
import { testimonialWords } from "../../machines/messages/testimonials.ts";
import { flagValues } from "../../machines/rules/page-flags.ts";
import { expectAccessible } from "../support/axe.ts";
import { desktop, phone } from "../support/browser.ts";
import { siteInChromium } from "../support/in-chromium.ts";

/** What is there while developing only, so this is Vite's server: its first answers take their time. */
const slow = 300_000;

/**
 * Vite's own connection to the page, whose port another project under development may have; and what React's own hook
 * in the place of a shim says as soon as an island lives.
 */
const allowed = [/websocket/i, /use-sync-external-store/];

const { site, journey } = siteInChromium({ allowed }, { NODE_ENV: "development", VITEST: "", stubs: false });
beforeAll(async () => {
  expect((await fetch(`${site.url}/themes/`)).status).toBe(200);
}, slow);

it("sample quotes are shown, said to be samples, and move", () =>
  journey(
    async ({ page }) => {
      await page.goto(`${site.url}/survey/c`, { timeout: slow });
      await page.getByText(testimonialWords.en.sample).scrollIntoViewIfNeeded();
      await page.locator("section[data-live][data-moving]").waitFor({ timeout: slow });
    },
    { reducedMotion: "no-preference", allowed },
  ));

it("a survey with ?inspect is beside its chart, which follows the visit", () =>
  journey(
    async ({ page }) => {
      await page.goto(`${site.url}/survey/c?affid=7&inspect`, { timeout: slow });
      const [survey, chart] = ["The survey", "Its chart"].map((title) =>
        page.frameLocator(`iframe[title="${title}"]`),
      );
      const here = chart!.locator("#now");
      await survey!.getByRole("button", { name: "In the last week" }).click({ timeout: slow });
      await expect.poll(() => here.textContent(), { timeout: slow }).toBe("Other drivers vehicle type");
      await survey!.getByRole("button", { name: "Car, SUV or pickup" }).click();
      await expect.poll(() => here.textContent(), { timeout: slow }).toBe("At fault");
      expect(await chart!.locator('[data-node="AtFault"]').getAttribute("data-mark")).toContain("here");
      await survey!.getByRole("button", { name: "Back" }).click();
      await expect.poll(() => here.textContent(), { timeout: slow }).toBe("Other drivers vehicle type");
    },
    { ...desktop, allowed },
  ));

it("the pages of the charts are open to everybody who develops", async () => {
  expect((await fetch(`${site.url}/graphs/`)).status).toBe(200);
});

describe.each([
  ["a phone", phone],
  ["a desk", desktop],
])("the gallery of themes on %s", (_name, device) => {
  it("is accessible in every theme, no wider than the window, and needs no script", () =>
    journey(
      async ({ page }) => {
        await page.goto(`${site.url}/themes/`, { timeout: slow });
        expect(await page.locator("[data-island]").count()).toBe(0);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(device.viewport.width);
        const grounds = await page
          .locator("div[data-theme]")
          .evaluateAll((looks) => looks.map((look) => getComputedStyle(look).backgroundColor));
        expect(new Set(grounds).size).toBe(flagValues.theme.length - 1);
        await expectAccessible(page, "the gallery of themes");
      },
      { ...device, allowed },
    ));
});
