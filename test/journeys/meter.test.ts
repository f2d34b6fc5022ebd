import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { COMPENSATION_BLOCK_HEIGHT } from "../../machines/rules/limits.ts";
import { messagesIn } from "../../services/words/index.ts";
import { calm, desktop, siteInChromium } from "../support/browser.ts";
import { holds } from "../support/holds.ts";
import { back, live, option } from "../support/survey-page.ts";

const en = messagesIn("en").pages.compensation;
const { site, it, journey } = siteInChromium(calm, { stubs: false });

const said = (page: Page) => page.locator("[data-compensation] [aria-live]").textContent();
const marked = (page: Page) => page.locator("[data-compensation] li[aria-current]");

/** Fails unless the meter comes to say this and its scale to mark it, with the bar filled so many levels high. */
async function expectMeter(page: Page, words: string, level: string, levels: number): Promise<void> {
  await expect.poll(async () => (await said(page))!.replace(/\s+/g, " ")).toBe(`${words} ${level}`);
  expect(await marked(page).textContent()).toContain(level);
  const filled = page.locator("[data-compensation] rect[y]");
  const height = async () => (await filled.boundingBox())!.height;
  await expect.poll(height).toBeCloseTo(levels * COMPENSATION_BLOCK_HEIGHT, 0);
  const bar = (await filled.boundingBox())!;
  const block = (await marked(page).boundingBox())!;
  expect(bar.y, "the bar ends in the marked block").toBeGreaterThanOrEqual(block.y - 1);
  expect(bar.y).toBeLessThan(block.y + block.height);
}

describe("the compensation meter in the browser", () => {
  it("moves with each answer, without configuration", holds(154, 221, 373, 508), () =>
    journey(async ({ page }) => {
      await page.goto(`${site.url}/survey/c?show-meter=yes`);
      await live(page);
      await expectMeter(page, en.start, "Low Value", 1);
      await page.locator("[data-compensation] [aria-live]").evaluate((region) => {
        Object.assign(window, { region });
      });
      await option(page, "Within 30 Days").click();
      await option(page, "Car").click();
      await option(page, "no").click();
      await expectMeter(page, en.estimate, "Low Value", 1);
      await option(page, "Yes").click();
      await expectMeter(page, en.estimate, "Mid Value", 2 + 1_000 / 5_500);
      await option(page, "Hospital").click();
      await expectMeter(page, en.estimate, "Mid to High Value", 3 + 3_500 / 12_500);
      await back(page).click();
      await option(page, "None").click();
      await expectMeter(page, en.estimate, "Low Value", 0.8);
      expect(
        await page.evaluate("region.isConnected"),
        "a screen reader announces it from the region that was there from the start",
      ).toBe(true);
      await page.reload();
      await expectMeter(page, en.estimate, "Low Value", 0.8);
    }, desktop),
  );

  it("is one bar on a narrow screen", holds(221), () =>
    journey(async ({ page }) => {
      await page.goto(`${site.url}/survey/c?show-meter=yes`);
      const bar = page.locator("[data-compensation] rect:not([y])").nth(1);
      const whole = (await page.locator("[data-compensation] rect").first().boundingBox())!.width;
      expect((await bar.boundingBox())!.width / whole).toBeCloseTo(1 / 7, 2);
      expect(await marked(page).isVisible()).toBe(false);
    }),
  );
});
