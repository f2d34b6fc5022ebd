import type { Page } from "playwright-core";

type Slide = { step: string; seconds: number };
declare global {
  interface Window {
    /** Put there by `countSlides`. */
    slides: Slide[];
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

/** Holds the lead's post until the overlay has been looked at. @returns what covered the page meanwhile */
export async function whileSending(page: Page, send: () => Promise<void>) {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/post-lead", async (route) => {
    await held;
    await route.continue();
  });
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
