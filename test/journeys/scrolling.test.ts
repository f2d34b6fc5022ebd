import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { siteInChromium } from "../support/browser.ts";
import { holds } from "../support/holds.ts";
import { atStep, live, option } from "../support/survey-page.ts";

/** A low window, so that there is something to scroll. */
const low = { viewport: { width: 390, height: 420 } };

const { site, it, journey } = siteInChromium();

async function answerFromBelow(page: Page, address: string, value: string, next: string) {
  await page.goto(site.url + address);
  await live(page);
  await page.evaluate(() => scrollTo({ top: 9999, behavior: "instant" }));
  expect(await offset(page)).toBeGreaterThan(100);
  await page.evaluate(() => {
    const { scrollTo } = window;
    const { scrollIntoView } = Element.prototype;
    const note = () => {
      document.documentElement.dataset.scrolls = "asked for";
    };
    window.scrollTo = ((to: ScrollToOptions) => {
      note();
      scrollTo(to);
    }) as typeof scrollTo;
    Element.prototype.scrollIntoView = function (to) {
      note();
      scrollIntoView.call(this, to);
    };
  });
  await option(page, value).evaluate((button: HTMLButtonElement) => button.click());
  await atStep(page, next);
}

const offset = (page: Page) => page.evaluate(() => Math.round(scrollY));
const anchor = (page: Page) =>
  page.evaluate(() => {
    const form = document.querySelector("[data-question]")!;
    const padding = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
    return Math.round(form.getBoundingClientRect().top + scrollY - padding);
  });

describe("an answer scrolls smoothly", () => {
  it.each([
    ["/survey/c", "Within 1 Week", "OtherDriversVehicleType"],
    ["/survey/benefits", "under_50", "USCitizen"],
  ])("to the top at %s", holds(100, 336), (address, value, next) =>
    journey(async ({ page }) => {
      await answerFromBelow(page, address, value, next);
      await expect.poll(() => offset(page)).toBe(0);
    }, low),
  );

  it("to the survey's anchor in G", holds(249, 250), () =>
    journey(async ({ page }) => {
      await answerFromBelow(page, "/survey/g", "yes", "SocialDropWhenWasTheAccident");
      const wanted = await anchor(page);
      expect(wanted).toBeGreaterThan(0);
      await expect.poll(() => offset(page)).toBe(wanted);
    }, low),
  );

  it.each(["/survey/c?flags=disableScroll", "/survey/g?flags=disableScroll"])(
    "not at all at %s",
    holds(250),
    (address) =>
      journey(async ({ page }) => {
        const [value, next] = address.includes("/g?")
          ? ["yes", "SocialDropWhenWasTheAccident"]
          : ["Within 1 Week", "OtherDriversVehicleType"];
        await answerFromBelow(page, address, value!, next!);
        // A question that has the focus has been scrolled to, if at all.
        await page.locator("h1:focus").waitFor();
        expect(await page.evaluate(() => document.documentElement.dataset.scrolls)).toBeUndefined();
        expect(await offset(page)).toBeGreaterThan(0);
      }, low),
  );
});
