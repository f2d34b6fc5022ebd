import type { BrowserContext, Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { findEntry } from "../../machines/registry.ts";
import { answersC, plainAnswers } from "./answers.ts";
import type { Site } from "./site.ts";
import { type Answer, FormVisitor } from "./visitors.ts";
import { waitFor } from "./wait-for.ts";

/** The steps of variant C as most visitors see them. */
export const stepsC = Object.keys(answersC);

/** The answers to variant C of a person with this e-mail address. */
export const named = (email: string) => ({ NameAndEmail: { ...answersC.NameAndEmail!, email } });

/** The page's part of the screen contract. */
export async function screenOf(page: Page) {
  const main = page.locator("main[data-survey]");
  return {
    step: await main.getAttribute("data-step"),
    progress: await main.getAttribute("data-progress"),
    position: await main.getByText(/^(Step \d+ of \d+|One more about this|And one more)/).textContent(),
  };
}

/** Waits until a step is on screen. */
export async function atStep(page: Page, step: string): Promise<void> {
  await page.locator(`main[data-step="${step}"]`).waitFor();
}

/** Waits until the island has hydrated the page; React marks the elements that it manages. */
export async function live(page: Page, form = "form[data-question]"): Promise<void> {
  await page.waitForFunction((at) => {
    const shown = document.querySelector(at);
    return shown !== null && Object.keys(shown).some((key) => key.startsWith("__reactProps"));
  }, form);
}

/** Waits until the page has all that its survey needs, whatever comes. */
export async function whole(page: Page): Promise<void> {
  await live(page);
  await page.waitForFunction(() => {
    const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
    return ["later", "typed"].every((part) => loaded.some((name) => name.includes(`/assets/${part}-`)));
  });
}

/** Waits until the page is idle: all effects of the last event have happened. */
export async function idle(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise((done) =>
        requestIdleCallback(() => requestAnimationFrame(() => requestIdleCallback(done))),
      ),
  );
}

/** Waits until nothing on the page slides or fades any more; a spinner may turn. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/** The button that sends typed fields; its hidden twin is there for Enter. */
export const next = (page: Page) => page.locator("button[name=intent][value=next]:not([aria-hidden])");
export const back = (page: Page) => page.locator("button[name=intent][value=back]");
export const option = (page: Page, value: string) => page.locator(`button[name=option][value="${value}"]`);
/** The answer shown as the visitor's own. */
export const chosen = (page: Page) => page.locator("button[data-chosen]").getAttribute("value");

let lastX = 0;

/** Taps as one who does not wait: far from where the last tap was, for two quick taps at one place are one. */
export async function tap(target: Locator): Promise<void> {
  const { x, width, height } = (await target.boundingBox())!;
  const places = [0.1, 0.9].map((part) => part * width);
  const place = places.reduce((one, other) =>
    Math.abs(x + one - lastX) > Math.abs(x + other - lastX) ? one : other,
  );
  lastX = x + place;
  await target.tap({ position: { x: place, y: height / 2 } });
}

/** Answers the question on screen as a visitor with a touch screen does: presses a button, or fills in each field. */
export async function give(page: Page, answer: Answer): Promise<void> {
  if (answer.option) return tap(option(page, answer.option));
  // An exact date is folded beside the buttons.
  const folded = page.locator("details:not([open]):has([name=injury_month]) > summary");
  if (answer.injury_month && (await folded.count())) await folded.tap();
  for (const [name, value] of Object.entries(answer)) {
    const field = page.locator(`main [name="${name}"]`).first();
    const kind = await field.evaluate((element) =>
      element instanceof HTMLInputElement ? element.type : element.localName,
    );
    if (kind === "radio") await page.locator(`main [name="${name}"][value="${value}"] + span`).tap();
    else if (kind === "select") await field.selectOption(value);
    else await field.fill(value);
  }
  await tap(next(page));
}

/** Answers that differ from the plain ones, by step. */
type Given = Record<string, Answer>;

/** A step's answer: plain values except the given ones. Every part of an exact date is given. */
function answerTo(code: string, step: string, given: Given): Answer {
  const plain = plainAnswers(code)(step);
  const own = given[step];
  return own && (own.option || plain.option) ? own : { ...plain, ...own };
}

export const stepOf = (page: Page) => page.locator("main[data-step]").getAttribute("data-step");

/** Answers the question on screen. */
export async function answer(page: Page, given: Given = {}): Promise<void> {
  const code = (await page.locator("main").getAttribute("data-survey"))!;
  await give(page, answerTo(code, (await stepOf(page))!, given));
}

/**
 * Answers from the step on screen on, by touch.
 * @param until the step to stop at; without one the survey is sent
 */
export async function walk(page: Page, { until = "", answers = {} as Given } = {}): Promise<void> {
  for (;;) {
    const step = await stepOf(page);
    if (step === until) return;
    await answer(page, answers);
    const main = page.locator(`main:not([data-step="${step}"])`);
    await main.waitFor();
    if ((await main.getAttribute("data-step")) === null) return;
  }
}

/**
 * Shows a survey whose visit is at this step: the questions before it were answered over HTTP, which costs a hundredth.
 * @param until the step; without one it is the last, which asks for consent and sends the lead
 */
export async function standAt(
  page: Page,
  { url }: Pick<Site, "url">,
  address: string,
  { until = "", answers = {} as Given } = {},
): Promise<void> {
  const { code } = findEntry(new URL(address, url).pathname)!.variant;
  const visitor = new FormVisitor(url);
  let screen = await visitor.open(address);
  const isThere = () => (until ? screen.step === until : screen.html.includes('id="consent"'));
  while (!isThere()) {
    const { step } = screen;
    screen = await visitor.post(answerTo(code, step, answers));
    if (!screen.step || screen.step === step)
      throw new Error(`${address} goes from ${step} to ${screen.url}`);
  }
  const cookies = [...visitor.cookies].map(([name, value]) => ({ name, value, url }));
  await page.context().addCookies(cookies);
  // As first opened: without its step the address is that of a resumed visit.
  await page.goto(url + screen.url);
  await atStep(page, screen.step);
}

/** Waits for the thank-you page with its address cleaned, if scripts run. */
export async function thanked(page: Page): Promise<void> {
  // Checks the address instead of waiting for a navigation: the second of two presses ends the navigation of the first.
  await waitFor("the thank-you page", () => page.url().includes("/survey-thank-you/"), 60_000);
  await page.getByRole("heading", { level: 1, name: "Thank you" }).waitFor();
  await page.waitForLoadState();
}

/** Holds back a page's requests to addresses like this one. @returns releases all of them */
export async function holdBack(page: Page, address: string): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    await held;
    // The page may have been left by now.
    await route.continue().catch(() => {});
  });
  return release;
}

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
 * Notes each layout shift while one question is shown, from the next page on: from when it has the focus, the first one
 * from the beginning, until something is pressed. Shifts after an input are no part of the cumulative layout shift
 * either, but browsers decide that by the clock, which a busy machine is behind.
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
 * Forgets the shifts so far once the typeface has loaded: it arrives late, and matches the fallback only where that
 * font is installed.
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

/** Holds the lead's post until the overlay has been examined. @returns what covered the page meanwhile */
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

/**
 * Presses Tab until the element matching this selector has the focus, and checks that it can be seen to have it: what
 * is pressed before the screen is painted is no answer to it.
 */
export async function tabTo(page: Page, selector: string, most = 40): Promise<void> {
  for (let presses = 0; presses < most; presses++) {
    await page.keyboard.press("Tab");
    const found = await page.evaluate(async (wanted) => {
      if (matchMedia("(scripting: enabled)").matches) await new Promise(requestAnimationFrame);
      const element = document.activeElement;
      if (!element?.matches(wanted)) return null;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
    }, selector);
    if (found !== null) return expect(found, `${selector} shows that it has the focus`).toBe(true);
  }
  throw new Error(`Tab does not reach ${selector}`);
}

/** Everything that pages ask of anybody but their own site, from now on. */
export function foreign(context: BrowserContext, { url }: Pick<Site, "url">): string[] {
  const asked: string[] = [];
  context.on("request", (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(url)) asked.push(request.url());
  });
  return asked;
}

/** Comes to the last screen of the shortest survey, on which a telephone number is. */
export async function walkBenefits(page: Page, site: Site, search = ""): Promise<void> {
  await standAt(page, site, `/survey/benefits${search}`, { until: "SecuredBenefits" });
  await live(page);
  await walk(page, { until: "Closing" });
}
