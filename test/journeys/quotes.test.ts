import type { BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { sampleTestimonials } from "../../machines/messages/testimonials.ts";
import { QUOTE_MS } from "../../machines/site/carousel.ts";
import type { Language } from "../../machines/steps/step.ts";
import { expectAccessible } from "../support/axe.ts";
import { desktop, phone } from "../support/browser.ts";
import { bundledPage } from "../support/bundled-page.ts";
import { holds } from "../support/holds.ts";
import { inChromium } from "../support/in-chromium.ts";

declare global {
  interface Window {
    /** How often a row was moved by script. */
    moves: number;
  }
}

const { journey } = inChromium();
let script: string;
beforeAll(async () => {
  script = await bundledPage("test/journeys/quotes-page.tsx");
});

const total = sampleTestimonials.filter(({ language }) => language === "en").length;
/** Narrow enough that quotes have to be scrolled to, and with a mouse. */
const desk = { ...desktop, viewport: { width: 500, height: 900 }, isMobile: false, hasTouch: false };

type Options = BrowserContextOptions & {
  language?: Language;
  alive?: boolean;
};

/** Looks at the quotes, at a clock that stands still until it is moved. */
const look = (
  steps: (page: Page) => Promise<void>,
  { language = "en", alive = true, reducedMotion = "no-preference", ...device }: Options = {},
) =>
  journey(
    async ({ page }) => {
      await page.clock.install({ time: 0 });
      await page.clock.pauseAt(3_600_000);
      await page.evaluate(() => {
        const own = Element.prototype.scrollTo as (to: ScrollToOptions) => void;
        Object.assign(window, { moves: 0 });
        Element.prototype.scrollTo = function (this: Element, to?: ScrollToOptions | number) {
          window.moves += 1;
          own.call(this, to as ScrollToOptions);
        };
      });
      await page.setContent(
        `<!doctype html><html lang="${language}"><meta name="viewport" content="width=device-width"><title>Test</title><div id="root"></div>`,
      );
      await page.addScriptTag({ content: script });
      if (alive) {
        await page.evaluate("comeAlive()");
        await page.locator("[data-live]").waitFor();
      }
      await steps(page);
    },
    { reducedMotion, ...device },
  );

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const position = (page: Page) => page.locator("[data-carousel=position]");

/** Waits until the row stands still at a quote, counted from 1, and has said so. */
async function standsAt(page: Page, quote: number) {
  await expect
    .poll(async () => {
      await page.clock.runFor(200);
      return position(page).textContent();
    })
    .toBe(`${quote} of ${total}`);
}

/** How often the row was moved in the time in which it moves by itself. */
async function movesLater(page: Page) {
  const moves = () => page.evaluate(() => window.moves);
  const before = await moves();
  await page.clock.runFor(QUOTE_MS + 100);
  return (await moves()) - before;
}

describe("quotes that move by themselves", () => {
  it("go round, one after the other, and screen readers announce nothing", holds(94), () =>
    look(async (page) => {
      await standsAt(page, 1);
      for (const quote of [2, 3, 1]) {
        await page.clock.runFor(QUOTE_MS);
        await standsAt(page, quote);
        expect(await position(page).getAttribute("aria-live")).toBe("off");
      }
      expect(await page.evaluate(() => scrollY)).toBe(0);
    }),
  );

  it("can be paused and played", holds(94), () =>
    look(async (page) => {
      await button(page, "Pause").tap();
      expect(await movesLater(page)).toBe(0);
      await button(page, "Play").tap();
      await page.clock.runFor(QUOTE_MS);
      await standsAt(page, 2);
      expect(await button(page, "Pause").isVisible()).toBe(true);
    }),
  );

  it("wait under the pointer, and while the focus is on them after it has left", () =>
    look(async (page) => {
      await page.locator("blockquote").first().hover();
      expect(await movesLater(page)).toBe(0);
      await page.locator("[data-carousel=track]").focus();
      await page.mouse.move(5, 5);
      expect(await movesLater(page)).toBe(0);
      await button(page, "Elsewhere").focus();
      await page.clock.runFor(100);
      expect(await movesLater(page)).toBe(1);
    }, desk));

  it("wait while the focus is on them", () =>
    look(async (page) => {
      await button(page, "Pause").focus();
      expect(await movesLater(page)).toBe(0);
      await button(page, "Elsewhere").focus();
      await page.clock.runFor(100);
      expect(await movesLater(page)).toBe(1);
    }, desk));

  it("stop for good where they are touched", () =>
    look(async (page) => {
      await page.locator("blockquote").first().tap();
      expect(await button(page, "Play").isVisible()).toBe(true);
      expect(await movesLater(page)).toBe(0);
    }));

  it("do not move out of view", () =>
    look(async (page) => {
      await page.evaluate(() => scrollTo(0, 1500));
      expect(await movesLater(page)).toBe(0);
    }));
});

describe("quotes moved by hand", () => {
  it("go to the next and the one before, round at both ends, stay there, and screen readers announce it", () =>
    look(async (page) => {
      for (const [name, quote] of [
        ["Next quote", 2],
        ["Next quote", 3],
        ["Next quote", 1],
        ["Previous quote", 3],
        ["Previous quote", 2],
      ] as const) {
        await button(page, name).click();
        await standsAt(page, quote);
        expect(await position(page).getAttribute("aria-live")).toBe("polite");
      }
      await button(page, "Elsewhere").click();
      expect(await movesLater(page)).toBe(0);
    }, desk));

  it("go on from where they were swiped to", () =>
    look(async (page) => {
      await page.locator("[data-carousel=track]").evaluate((track) => {
        track.scrollLeft = 5_000;
      });
      await standsAt(page, 3);
      await button(page, "Previous quote").tap();
      await standsAt(page, 2);
    }));

  it("are all that moves where less motion is wished for, and jump", holds(94), () =>
    look(
      async (page) => {
        expect(await movesLater(page)).toBe(0);
        expect(await button(page, "Play").isVisible()).toBe(false);
        await button(page, "Next quote").tap();
        const track = page.locator("[data-carousel=track]");
        expect(await track.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(200);
      },
      { reducedMotion: "reduce" },
    ),
  );
});

describe("the buttons", () => {
  it("are not there before the script is", () =>
    look(
      async (page) => {
        expect(await page.getByRole("button").allTextContents()).toEqual(["Elsewhere"]);
        await page.clock.resume();
        await expectAccessible(page, "the quotes without their script");
      },
      { alive: false },
    ));

  it("are not there where all quotes are in view", () =>
    look(
      async (page) => {
        await page.evaluate("comeAlive()");
        await page.locator("[data-moving]").waitFor();
        expect(await button(page, "Next quote").isVisible()).toBe(false);
        await page.setViewportSize(phone.viewport);
        await button(page, "Next quote").waitFor();
      },
      { ...desktop, alive: false },
    ));

  it("move nothing below them when they come", () =>
    look(
      async (page) => {
        const below = async () => (await page.locator("main > svg").boundingBox())!.y;
        const before = await below();
        await page.evaluate("comeAlive()");
        await button(page, "Next quote").waitFor();
        expect(await below()).toBe(before);
      },
      { alive: false },
    ));

  it.each([
    ["en", ["Pause", "Previous quote", "Next quote"]],
    ["es", ["Pausar", "Cita anterior", "Cita siguiente"]],
  ] as const)("are accessible in %s", (language, names) =>
    look(
      async (page) => {
        for (const name of names) expect(await button(page, name).isVisible()).toBe(true);
        await page.clock.resume();
        await expectAccessible(page, "the quotes");
      },
      { language },
    ),
  );
});
