import type { Page } from "playwright-core";
import { expect } from "vitest";
import { holds } from "../support/holds.ts";
import { calm, siteInChromium } from "../support/in-chromium.ts";
import { atStep, option } from "../support/survey-page.ts";

// Its size, its pictures and how it goes without scripts are in tools/lab/tests/film.test.ts.
const { site, it, journey } = siteInChromium(calm);

const film = (page: Page) => page.locator("details[data-film]");

/** What the visitor sees of the film. */
const state = (page: Page) =>
  film(page).evaluate((details: HTMLDetailsElement) => {
    const { paused } = details.querySelector("video")!;
    return `${details.open ? "open" : "closed"}, ${paused ? "still" : "playing"}`;
  });

it(
  "the film in the progress-bar survey's header plays at a press, is closed by going on, and can be opened again",
  holds(269),
  () =>
    journey(
      async ({ page }) => {
        await page.goto(`${site.url}/survey/progress-bar`);
        await page.locator("body").press("Shift");
        await page.locator("details[data-film][data-live]").waitFor();
        const offer = film(page).locator("summary").first();
        expect(await state(page)).toBe("closed, still");
        await offer.tap();
        await expect.poll(() => state(page)).toBe("open, playing");
        await page.locator("button[name=option]").first().tap();
        await atStep(page, "WhenWasTheAccident");
        await expect.poll(() => state(page)).toBe("closed, still");
        await offer.tap();
        await expect.poll(() => state(page)).toBe("open, playing");
        await option(page, "Within 30 Days").tap();
        await atStep(page, "AtFault");
        await expect.poll(() => state(page)).toBe("closed, still");
      },
      { reducedMotion: "no-preference" },
    ),
);
