import type { Page } from "playwright-core";
import { holdBack } from "../support/hold-back.ts";

type Slide = { step: string; seconds: number };
type Shift = { step: string; value: number };
declare global {
  interface Window {
    /** Put there by `countSlides`. */
    slides: Slide[];
    /** Put there by `countShifts`. */
    shifts: Shift[];
  }
}

/** Notes each sideways animation of the form, from the next page on. */
export async function countSlides(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.slides = [];
    addEventListener("animationstart", ({ target }) => {
      const element = target as HTMLElement;
      if (!element.closest("form[data-question]")) return;
      const step = document.querySelector<HTMLElement>("main")!.dataset.step!;
      window.slides.push({ step, seconds: parseFloat(getComputedStyle(element).animationDuration) });
    });
  });
}

export function slides(page: Page): Promise<Slide[]> {
  return page.evaluate(() => window.slides);
}

/**
 * Notes each layout shift while one question stands, from the next page on: a question stands from when it has the
 * focus, the first one from the beginning, until something is pressed. What an input moves is no part of the cumulative
 * layout shift either, but browsers go by the clock, which a busy machine is behind.
 */
export async function countShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    type LayoutShift = PerformanceEntry & { value: number; hadRecentInput: boolean };
    const standing: { step: string; from: number; to: number }[] = [];
    let step = "";
    const end = (at: number) => {
      const last = standing.at(-1);
      if (last?.to === Infinity) last.to = at;
    };
    const look = (at: number) => {
      const shown = document.querySelector("main")?.dataset.step ?? "";
      if (shown !== step) {
        end(at);
        if (!step || document.activeElement?.localName === "h1") {
          standing.push({ step: shown, from: step ? at : 0, to: Infinity });
          step = shown;
        }
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    addEventListener("pointerdown", ({ timeStamp }) => end(timeStamp), true);
    window.shifts = [];
    new PerformanceObserver((list) => {
      for (const { hadRecentInput, startTime, value } of list.getEntries() as LayoutShift[]) {
        const under = standing.find(({ from, to }) => from <= startTime && startTime < to);
        if (under && !hadRecentInput) window.shifts.push({ step: under.step, value });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/**
 * Forgets the shifts so far once the typeface is there: it comes by itself, and fits what is on screen only where a font
 * it is measured against is installed.
 */
export async function forgetShiftsOfTypeface(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise(requestAnimationFrame);
    window.shifts = [];
  });
}

export function shifts(page: Page): Promise<Shift[]> {
  return page.evaluate(() => window.shifts);
}

/** Holds the lead's post until the overlay has been looked at. @returns what covered the page meanwhile */
export async function whileSending(page: Page, send: () => Promise<void>) {
  const release = await holdBack(page, "**/post-lead");
  await send();
  await page.locator("main[data-progress='100']").waitFor();
  const overlay = await page.evaluate(() => ({
    progress: document.querySelector<HTMLElement>("main")!.dataset.progress,
    inert: document.querySelector("form")!.inert,
    text: document.querySelector<HTMLElement>("main > [role=status]")!.textContent,
  }));
  release();
  return overlay;
}
