import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { processFacts, testimonialWords } from "../../machines/messages/testimonials.ts";
import { expectAccessible } from "../support/axe.ts";
import { desktop, phone } from "../support/browser.ts";
import { holds } from "../support/holds.ts";
import { siteInChromium } from "../support/in-chromium.ts";

const { site, it, journey } = siteInChromium({}, { stubs: false });

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const section = "[data-island=carousel]";
/** Which of the cards are seen whole. */
const seen = (page: Page) =>
  page.locator(`${section} li`).evaluateAll((cards) =>
    cards.flatMap((card, index) => {
      const { left, right } = card.getBoundingClientRect();
      return left >= 0 && right <= innerWidth ? [index] : [];
    }),
  );

describe.each([
  ["/survey/c", "en", "accident", phone],
  ["/survey/es", "es", "accident", phone],
  ["/survey/ticket", "en", "ticket", phone],
  ["/survey/c", "en", "accident", desktop],
] as const)("the carousel of %s", (path, language, topic, device) => {
  const { facts, pause, play, position } = testimonialWords[language];
  const total = processFacts[topic].length;

  it("shows facts without any configuration, and is moved by its buttons", holds(94), () =>
    journey(
      async ({ page }) => {
        await page.goto(site.url + path);
        await page.locator(section).scrollIntoViewIfNeeded();
        await page.locator(`${section}[data-live]`).waitFor();
        const first = await seen(page);
        await button(page, pause).click();
        expect(await button(page, play).isVisible()).toBe(true);
        await button(page, facts.next).click();
        await expect.poll(() => seen(page)).toEqual(first.map((index) => index + 1));
        const shown = first.length > 1 ? `2–${first.length + 1}` : "2";
        await expect
          .poll(() => page.locator("[data-carousel=position]").textContent())
          .toBe(position(shown, total));
        await button(page, facts.previous).click();
        await expect.poll(() => seen(page)).toEqual(first);
        await expectAccessible(page, "the carousel");
      },
      { isMobile: false, ...device, reducedMotion: "no-preference" },
    ),
  );

  it("is a row to scroll without scripts", () =>
    journey(
      async ({ page }) => {
        await page.goto(site.url + path);
        expect(
          await page
            .locator(`${section} button`)
            .evaluateAll((all) => all.filter((each) => each.checkVisibility()).length),
        ).toBe(0);
        await page.locator(`${section} li`).last().scrollIntoViewIfNeeded();
        await expect.poll(() => seen(page)).toContain(total - 1);
      },
      { isMobile: false, ...device, javaScriptEnabled: false },
    ));
});
