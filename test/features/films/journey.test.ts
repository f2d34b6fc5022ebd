import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { calm, siteInChromium } from "../../support/browser.ts";
import { holds } from "../../support/holds.ts";
import { atStep, option } from "../../support/survey-page.ts";

const { site, it, journey } = siteInChromium(calm);

const film = (page: Page) => page.locator("details[data-film]");

const state = (page: Page) =>
  film(page).evaluate((details: HTMLDetailsElement) => {
    const { paused } = details.querySelector("video")!;
    return `${details.open ? "open" : "closed"}, ${paused ? "still" : "playing"}`;
  });

it(
  "the film in the header plays on a press, closes when the visitor moves on, and opens again",
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

describe("the video gallery", () => {
  const shown = (page: Page) =>
    page
      .locator("video")
      .evaluateAll((videos: HTMLVideoElement[]) =>
        videos.map((video) =>
          video.checkVisibility({ contentVisibilityAuto: true })
            ? `${video.paused ? "still" : "playing"}${video === document.activeElement ? ", focused" : ""}`
            : "closed",
        ),
      );
  const watch = (page: Page, number: number) => page.locator("summary", { hasText: "Watch" }).nth(number);

  it("loads no film before its poster is pressed, then plays only that one", holds(45), async ({ page }) => {
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`${site.url}/video-gallery/`);
    await page.locator("header[data-live]").waitFor();
    expect(await shown(page)).toEqual(["closed", "closed", "closed"]);
    expect(asked.filter((path) => path.endsWith(".mp4"))).toEqual([]);
    await watch(page, 1).tap();
    await expect.poll(() => shown(page)).toEqual(["closed", "playing, focused", "closed"]);
    expect(asked.filter((path) => path.endsWith(".mp4"))).toEqual(["/videos/how-a-claim-runs.mp4"]);
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Enter");
    await expect.poll(() => shown(page)).toEqual(["closed", "closed", "closed"]);
    const paused = page.locator("video").nth(1);
    // The browser tells the page of it a moment later.
    await expect.poll(() => paused.evaluate((video: HTMLVideoElement) => video.paused)).toBe(true);
  });

  it("has the browser's own player behind each poster without scripts", () =>
    journey(
      async ({ page }) => {
        await page.goto(`${site.url}/video-gallery/`);
        await watch(page, 2).tap();
        const video = page.locator("video").nth(2);
        expect(await video.isVisible()).toBe(true);
        expect(await video.getAttribute("controls")).toBe("");
      },
      { javaScriptEnabled: false },
    ));
});
