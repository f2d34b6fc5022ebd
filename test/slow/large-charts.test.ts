import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { desktop, phone } from "../support/browser.ts";
import { siteInChromium } from "../support/in-chromium.ts";
import { signIn, withCharts } from "../support/signed-in.ts";

const { site, it, journey } = siteInChromium({}, withCharts);
const map = (page: Page) => page.getByRole("slider", { name: "Part of the chart in view" });
const top = (page: Page) => page.locator("[data-window]").evaluate((view) => view.scrollTop);
const open = async (page: Page, path: string) => {
  await signIn(page, site, path);
  await page.locator("[data-island=chart][data-live]").waitFor();
};

describe.each([
  ["a desk", desktop],
  ["a phone", phone],
])("the map of a large chart, on %s", (_name, device) => {
  it("is moved by keys and by a press, and shows the part in view", () =>
    journey(async ({ page }) => {
      await open(page, "/graphs/v4nv");
      const text = () => map(page).getAttribute("aria-valuetext");
      expect(await text()).toMatch(/^0 % down/);
      await map(page).focus();
      await page.keyboard.press("PageDown");
      expect(await top(page)).toBeGreaterThan(100);
      await page.keyboard.press("End");
      await expect.poll(text).toMatch(/^100 % down/);
      await page.keyboard.press("Home");
      await expect.poll(text).toMatch(/^0 % down/);
      const { width, height } = (await map(page).locator("svg").boundingBox())!;
      await map(page).click({ position: { x: width / 2, y: height / 2 } });
      await expect.poll(text).toMatch(/^(4|5)\d % down/);
    }, device));
});

it("a chart's map shows what is found and picked, and is not there where the whole is in view", () =>
  journey(async ({ page }) => {
    await open(page, "/graphs/v4nv?at=AtFault");
    expect(await map(page).locator("[data-mark=picked]").count()).toBe(1);
    await page.getByLabel("Find", { exact: true }).fill("lawyer");
    await expect.poll(() => map(page).locator("[data-mark=found]").count()).toBe(2);
    await open(page, "/graphs/benefits");
    await page.getByRole("link", { name: "Fit", exact: true }).click();
    await expect.poll(() => map(page).isVisible()).toBe(false);
  }, desktop));

it("a chart without a script has no map, and is folded and unfolded by links", () =>
  journey(
    async ({ page }) => {
      await signIn(page, site, "/graphs/v4nv");
      expect(await map(page).count()).toBe(0);
      const places = await page.locator("[data-node]").count();
      await page.getByRole("link", { name: "Happy path only" }).click();
      expect(await page.locator("[data-node]").count()).toBeLessThan(places / 2);
      await page.getByRole("link", { name: /^Active insurance policy and 4 more/ }).click();
      await page.locator("#picked").getByRole("link", { name: "Missed work" }).click();
      expect(await page.locator("#picked h2").textContent()).toBe("Missed work");
      expect(await page.locator("[data-node]").count()).toBe(places);
    },
    { ...desktop, javaScriptEnabled: false },
  ));

it("is fitted in the direction in which the whole of it is larger", () =>
  journey(
    async ({ page }) => {
      await open(page, "/graphs/benefits");
      await page.getByRole("link", { name: "Fit", exact: true }).click();
      await page.waitForURL("**layout=wide");
      await page.locator("[data-island=chart][data-live]").waitFor();
      const { scrollWidth, clientWidth } = await page
        .locator("[data-window]")
        .evaluate(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }));
      expect(scrollWidth).toBe(clientWidth);
    },
    { ...desktop, viewport: { width: 1440, height: 400 } },
  ));
