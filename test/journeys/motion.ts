import type { Page } from "playwright-core";
import { holdBack } from "./hold-back.ts";

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
 * Notes each layout shift, from the next page on, but those right after an input (they are no part of
 * the cumulative layout shift) and those of a new step that had to be waited for.
 */
export async function countShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    type LayoutShift = PerformanceEntry & { value: number; hadRecentInput: boolean };
    const stepChangeMs = 250;
    let [step, since] = ["", 0];
    window.shifts = [];
    const look = () => {
      const now = document.querySelector("main")?.dataset.step ?? "";
      if (now !== step) [step, since] = [now, step ? performance.now() : 0];
      requestAnimationFrame(look);
    };
    look();
    new PerformanceObserver((list) => {
      for (const { hadRecentInput, startTime, value } of list.getEntries() as LayoutShift[]) {
        const isStepChange = since > 0 && Math.abs(startTime - since) < stepChangeMs;
        if (!hadRecentInput && !isStepChange) window.shifts.push({ step, value });
      }
    }).observe({ type: "layout-shift", buffered: true });
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
