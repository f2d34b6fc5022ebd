import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { fill } from "../../machines/messages/fill.ts";
import { QUOTE_MS } from "../../machines/site/carousel.ts";
import { messagesIn } from "../../services/words/index.ts";
import { expectAccessible } from "../support/axe.ts";
import { desktop, phone, siteInChromium } from "../support/browser.ts";
import { holds } from "../support/holds.ts";
import { holdBack } from "../support/survey-page.ts";

declare global {
  interface Window {
    moves: number;
  }
}

const { site, it, journey } = siteInChromium({}, { stubs: false });

const { testimonials: words, facts } = messagesIn("en").pages;
const total = facts.accident.length;
const section = "[data-island=carousel]";
/** Narrow enough that the cards have to be scrolled to, and with a mouse. */
const desk = { ...desktop, viewport: { width: 500, height: 900 }, isMobile: false, hasTouch: false };

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const position = (page: Page) => page.locator("[data-carousel=position]");
/** Puts the focus on something beside the carousel, which stays in view. */
const lookAway = (page: Page) =>
  page
    .locator("button[name=option]")
    .first()
    .evaluate((answer) => answer.focus({ preventScroll: true }));

/** Opens the carousel of a survey, with a clock that moves only on request. */
const look = (steps: (page: Page) => Promise<void>, device: BrowserContextOptions = {}) =>
  journey(
    async ({ page }) => {
      await page.clock.install();
      await page.addInitScript(() => {
        const own = Element.prototype.scrollTo as (to: ScrollToOptions) => void;
        Object.assign(window, { moves: 0 });
        Element.prototype.scrollTo = function (this: Element, to?: ScrollToOptions | number) {
          window.moves += 1;
          own.call(this, to as ScrollToOptions);
        };
      });
      await page.goto(`${site.url}/survey/c`);
      await page.locator(section).scrollIntoViewIfNeeded();
      await page.locator(`${section}[data-live]`).waitFor();
      // Under the pointer nothing moves by itself while the clock advances.
      await page.locator(section).hover();
      await page.clock.pauseAt(Date.now() + 60_000);
      await page
        .locator("[data-carousel=track]")
        .evaluate((track) => track.scrollTo({ left: 0, behavior: "instant" }));
      await page.mouse.move(5, 5);
      await standsAt(page, 1);
      await steps(page);
    },
    { reducedMotion: "no-preference", ...device },
  );

/** Waits until the row stands still at a card, counted from 1, and has announced it. */
async function standsAt(page: Page, card: number) {
  await expect
    .poll(async () => {
      await page.clock.runFor(200);
      return position(page).textContent();
    })
    .toBe(fill(words.position, { shown: card, total }));
}

/** How often the row moved in the time in which it moves automatically. */
async function movesLater(page: Page) {
  const moves = () => page.evaluate(() => window.moves);
  const before = await moves();
  await page.clock.runFor(QUOTE_MS + 100);
  return (await moves()) - before;
}

describe("cards that move by themselves", () => {
  it("rotate one after the other, without announcements by screen readers", holds(94), () =>
    look(async (page) => {
      const top = await page.evaluate(() => scrollY);
      for (const card of [2, 3, 4, 5, 1]) {
        await page.clock.runFor(QUOTE_MS);
        await standsAt(page, card);
        expect(await position(page).getAttribute("aria-live")).toBe("off");
      }
      expect(await page.evaluate(() => scrollY)).toBe(top);
    }),
  );

  it("can be paused and played, stand still out of view, and stop when touched", holds(94), () =>
    look(async (page) => {
      await button(page, words.pause).tap();
      expect(await movesLater(page)).toBe(0);
      await button(page, words.play).tap();
      await page.clock.runFor(QUOTE_MS);
      await standsAt(page, 2);
      expect(await button(page, words.pause).isVisible()).toBe(true);
      await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
      expect(await movesLater(page)).toBe(0);
      await page.locator(section).scrollIntoViewIfNeeded();
      expect(await movesLater(page)).toBe(1);
      await page.locator(`${section} li`).first().tap();
      expect(await button(page, words.play).isVisible()).toBe(true);
      expect(await movesLater(page)).toBe(0);
    }),
  );

  it("wait under the pointer, and while focused", () =>
    look(async (page) => {
      await page.locator(`${section} li`).first().hover();
      expect(await movesLater(page)).toBe(0);
      await page.locator("[data-carousel=track]").focus();
      await page.mouse.move(5, 5);
      expect(await movesLater(page)).toBe(0);
      await button(page, words.pause).focus();
      expect(await movesLater(page)).toBe(0);
      await lookAway(page);
      await page.clock.runFor(100);
      expect(await movesLater(page)).toBe(1);
    }, desk));
});

describe("cards moved by hand", () => {
  it("move to the next and the previous one, wrap at both ends, stay there, and screen readers announce it", () =>
    look(async (page) => {
      const { next, previous } = words.facts;
      for (const [name, card] of [
        [next, 2],
        [previous, 1],
        [previous, 5],
        [next, 1],
      ] as const) {
        await button(page, name).click();
        await standsAt(page, card);
        expect(await position(page).getAttribute("aria-live")).toBe("polite");
      }
      await lookAway(page);
      expect(await movesLater(page)).toBe(0);
      await page.locator("[data-carousel=track]").evaluate((track) => {
        track.scrollLeft = 5_000;
      });
      await standsAt(page, 5);
      await button(page, previous).click();
      await standsAt(page, 4);
    }, desk));

  it("are the only motion where less is preferred, and jump", holds(94), () =>
    look(
      async (page) => {
        expect(await movesLater(page)).toBe(0);
        expect(await button(page, words.play).isVisible()).toBe(false);
        await button(page, words.facts.next).tap();
        const track = page.locator("[data-carousel=track]");
        expect(await track.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(200);
      },
      { reducedMotion: "reduce" },
    ),
  );
});

describe("the buttons", () => {
  it("come with the script, shift nothing below them, and are accessible", async ({ page }) => {
    const release = await holdBack(page, "**/assets/carousel-*.js");
    await page.goto(`${site.url}/survey/c`);
    await page.locator(section).scrollIntoViewIfNeeded();
    const below = async () => (await page.getByRole("contentinfo").boundingBox())!.y;
    const before = await below();
    expect(await page.locator(`${section} button`).filter({ visible: true }).count()).toBe(0);
    release();
    for (const name of [words.pause, words.facts.previous, words.facts.next])
      await button(page, name).waitFor();
    expect(await below()).toBe(before);
    await expectAccessible(page, "the carousel");
  });

  it("are absent where all cards are in view, and without scripts, where the row scrolls", async () => {
    await journey(async ({ page }) => {
      await page.goto(`${site.url}/survey/benefits`);
      await page.locator(section).scrollIntoViewIfNeeded();
      await page.locator(`${section}[data-moving]`).waitFor();
      expect(await button(page, words.facts.next).isVisible()).toBe(false);
      await page.setViewportSize(phone.viewport);
      await button(page, words.facts.next).waitFor();
    }, desktop);
    await journey(
      async ({ page }) => {
        await page.goto(`${site.url}/survey/c`);
        expect(await page.locator(`${section} button`).filter({ visible: true }).count()).toBe(0);
        const last = page.locator(`${section} li`).last();
        await last.scrollIntoViewIfNeeded();
        const { x, width } = (await last.boundingBox())!;
        expect([x >= 0, x + width <= phone.viewport.width]).toEqual([true, true]);
      },
      { javaScriptEnabled: false },
    );
  });
});
