import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { expectAccessible } from "../../../test/support/axe.ts";
import { calm, phone, siteInChromium } from "../../../test/support/browser.ts";
import { holds } from "../../../test/support/holds.ts";
import { holdBack, live } from "../../../test/support/survey-page.ts";

const { site, it, journey } = siteInChromium(calm);

const moving = { reducedMotion: "no-preference" } as const;

const film = (page: Page) => page.locator("details[data-film]");
const offer = (page: Page) => film(page).locator("summary").first();

/** What the visitor sees of the film. */
const state = (page: Page) =>
  film(page).evaluate((details: HTMLDetailsElement) => {
    const { paused } = details.querySelector("video")!;
    return `${details.open ? "open" : "closed"}, ${paused ? "still" : "playing"}`;
  });

const driven = (page: Page) => page.locator("details[data-film][data-live]").waitFor();

/** The progress-bar survey with its island alive, and its chart at the film's button. */
async function open(page: Page) {
  await page.goto(`${site.url}/survey/progress-bar`);
  await page.locator("body").press("Shift");
  await driven(page);
}

describe("the film in the progress-bar survey's header", () => {
  it("leaves the question and its first answers on a phone's first screen, and the film is not fetched", async ({
    page,
  }) => {
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await open(page);
    await offer(page)
      .getByText(/^Watch: \d+ seconds, no sound$/)
      .waitFor();
    const answer = (await page.locator("button[name=option]").nth(2).boundingBox())!;
    expect(answer.y + answer.height).toBeLessThan(phone.viewport.height);
    expect((await film(page).boundingBox())!.height).toBeLessThanOrEqual(64);
    expect(asked.filter((path) => path.endsWith(".mp4"))).toEqual([]);
    expect(asked.filter((path) => path.endsWith(".webp"))).toEqual(["/videos/how-a-claim-runs.webp"]);
    await expectAccessible(page, "the film, closed");
  });

  it("opens and plays at a press of its button, closes at the next", holds(269), () =>
    journey(async ({ page }) => {
      await open(page);
      expect(await state(page)).toBe("closed, still");
      await offer(page).tap();
      await expect.poll(() => state(page)).toBe("open, playing");
      await expectAccessible(page, "the film, open");
      const question = (await page.locator("h1").boundingBox())!;
      expect(question.y + question.height).toBeLessThan(phone.viewport.height);
      await offer(page).tap();
      await expect.poll(() => state(page)).toBe("closed, still");
    }, moving),
  );

  it("does not play by itself where less motion is wished for", async ({ page }) => {
    await open(page);
    await offer(page).tap();
    expect(await state(page)).toBe("open, still");
    await page.waitForTimeout(300);
    expect(await state(page)).toBe("open, still");
  });

  it("that was opened before the scripts came is taken over as it is", () =>
    journey(async ({ page }) => {
      const release = await holdBack(page, "**/assets/live-film-*.js");
      await page.goto(`${site.url}/survey/progress-bar`);
      await offer(page).tap();
      await live(page);
      expect(await state(page)).toBe("open, still");
      release();
      await driven(page);
      expect(await state(page)).toBe("open, still");
      await offer(page).tap();
      expect(await state(page)).toBe("closed, still");
      await offer(page).tap();
      await expect.poll(() => state(page)).toBe("open, playing");
    }, moving));

  it("opens without scripts, with the browser's own controls", holds(269), () =>
    journey(
      async ({ page }) => {
        await page.goto(`${site.url}/survey/progress-bar`);
        await offer(page).tap();
        const video = film(page).locator("video[controls][preload=none]");
        expect(await video.isVisible()).toBe(true);
        expect(await state(page)).toBe("open, still");
        await offer(page).tap();
        expect(await video.isVisible()).toBe(false);
      },
      { ...moving, javaScriptEnabled: false },
    ),
  );
});
