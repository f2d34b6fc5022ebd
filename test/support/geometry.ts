import type { Page } from "playwright-core";

/** A window of a phone: as bought, with its browser's bars, small, and with the keyboard up. */
export const windows = {
  "390x844": { width: 390, height: 844 },
  "390x664": { width: 390, height: 664 },
  "360x640": { width: 360, height: 640 },
} as const;

/** What is left of a phone's window above its keyboard. */
export const aboveKeyboard = { width: 390, height: 430 };

/** A rule of the contract that a screen breaks, and by what. */
export type Miss = { rule: string; by: string };

/**
 * How a screen is come to. `arrival`: nothing was touched; `error`: an answer was refused; `unsent`: a press could not be
 * sent; `large`: text of twice the size, of which only the rules hold that do not depend on the height.
 */
export type State = "arrival" | "error" | "unsent" | "large";

/** What of a survey's screen does not stand where a thumb and an eye look for it, as it is in view now. */
export function missesOf(page: Page, state: State): Promise<Miss[]> {
  return page.evaluate((state) => {
    const misses: Miss[] = [];
    const miss = (rule: string, by: string) => misses.push({ rule, by });
    const [width, height] = [document.documentElement.clientWidth, innerHeight];
    const isSeen = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !element.closest(".visually-hidden");
    const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)].filter(isSeen);
    const isIn = (element: Element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= -1 && bottom <= height + 1;
    };
    const at = (element: Element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return `${Math.round(top)} to ${Math.round(bottom)} of ${height}`;
    };
    const isQuestion = document.querySelector("main[data-step] [data-question] :is(button, a)") !== null;
    const heading = document.querySelector("main h1")!;
    const answers = all("[data-question] button[name=option], [data-question] :is(input, select, textarea)");

    const wide = document.documentElement.scrollWidth;
    if (wide > width) miss("nothing scrolls sideways", `${wide} in ${width}`);

    if (state === "arrival") {
      if (!isIn(heading)) miss("the question is in view", at(heading));
      const [first] = answers;
      if (first && !isIn(first)) miss("the first answer or field is in view", at(first));
    }
    if (state === "error") {
      const marked = document.activeElement!;
      const line = marked.querySelector("a") ?? marked;
      if (!marked.matches("[data-error-summary], [data-notice]"))
        miss("the focus is on what is wrong", marked.localName);
      else if (!isIn(line)) miss("what is wrong is in view", at(line));
    }
    if (state === "unsent") {
      const notice = document.querySelector("[data-notice]")!;
      if (!isIn(notice)) miss("what is wrong is in view", at(notice));
      const button = document.activeElement!;
      if (!button.matches("[name=intent][value=next]:not([aria-hidden])"))
        miss("the focus is on what is wrong", button.localName);
      else if (!isIn(button)) miss("the action is in view, or comes with the last field", at(button));
    }
    const footer = document.querySelector("footer");
    if (footer && isQuestion && state !== "large") {
      const top = footer.getBoundingClientRect().top + (state === "arrival" ? 0 : scrollY);
      if (top < height - 1) miss("the footer is below the fold", `${Math.round(top)} of ${height}`);
    }

    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = words.nextNode(); node; node = words.nextNode()) {
      const parent = node.parentElement!;
      if (!parent.closest("header, main") || !isSeen(parent) || parent.closest("script, style, select, svg"))
        continue;
      for (const { 0: word, index } of node.nodeValue!.matchAll(/[\p{L}\p{N}'’]{2,}/gu)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = new Set(
          [...range.getClientRects()].filter((rect) => rect.width > 1).map((rect) => Math.round(rect.top)),
        );
        if (lines.size > 1) miss("no word is broken", word);
      }
    }

    const parts = all(
      "header :is(a, button, summary), main :is(h1, h2, p, label, legend, button, input, select, textarea, summary, a)",
    ).filter((part) => part.getBoundingClientRect().width > 1);
    const name = (part: Element) =>
      `${part.localName} “${(part.textContent || part.getAttribute("name") || "").slice(0, 30)}”`;
    for (const [index, one] of parts.entries()) {
      const a = one.getBoundingClientRect();
      for (const other of parts.slice(index + 1)) {
        if (one.contains(other) || other.contains(one)) continue;
        const b = other.getBoundingClientRect();
        const isOver =
          Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
          Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
        // A link is as high as a thumb, in a text whose lines are not.
        const isText = [one, other].some((part) => part.localName === "a" && part.closest("p, li"));
        if (isOver && !isText) miss("nothing overlaps", `${name(one)} and ${name(other)}`);
      }
    }
    return misses;
  }, state);
}

/** The button that goes on, unless there is none. */
const action = "[data-question] button[name=intent][value=next]:not([aria-hidden])";

/** Whether what has to be pressed is in view, or comes into view with the last field. */
export async function missesOfAction(page: Page): Promise<Miss[]> {
  return page.evaluate((action) => {
    const button = document.querySelector<HTMLElement>(action);
    if (!button?.checkVisibility()) return [];
    const fields = [
      ...document.querySelectorAll<HTMLElement>("[data-question] :is(input, select, textarea)"),
    ].filter((field) => field.checkVisibility() && (field as HTMLInputElement).type !== "hidden");
    const isIn = () => button.getBoundingClientRect().bottom <= innerHeight + 1;
    if (isIn()) return [];
    const last = fields.at(-1);
    last?.focus();
    // As the page's scripts do at the first touch.
    last?.scrollIntoView({ block: "nearest" });
    const { top } = (last ?? button).getBoundingClientRect();
    const { bottom } = button.getBoundingClientRect();
    if (last && isIn() && top >= -1) return [];
    return [
      {
        rule: "the action is in view, or comes with the last field",
        by: `${Math.round(bottom)} of ${innerHeight}`,
      },
    ];
  }, action);
}

/** Waits for what a page loads at the first touch of a field. */
async function atHand(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance.getEntriesByType("resource").some(({ name }) => name.includes("/at-hand-")),
  );
  await page.evaluate(async () => {
    const { name } = performance.getEntriesByType("resource").find(({ name }) => name.includes("/at-hand-"))!;
    await import(name);
  });
}

/** Each typed field in turn, above the keyboard: with its label, and the last one with what has to be pressed. */
export async function missesAboveKeyboard(page: Page): Promise<Miss[]> {
  const fields = page.locator(
    "[data-question] :is(input:not([type=radio], [type=hidden]), textarea):visible",
  );
  const misses: Miss[] = [];
  for (const [index, field] of (await fields.all()).entries()) {
    await field.focus();
    if (index === 0) await atHand(page);
    const out = await field.evaluate((input: HTMLInputElement) => {
      const parts = [input, ...(input.labels ?? [])].map((part) => part.getBoundingClientRect());
      return parts.flatMap(({ top, bottom }) =>
        top < -1 || bottom > innerHeight + 1
          ? [`${input.name}: ${Math.round(top)} to ${Math.round(bottom)} of ${innerHeight}`]
          : [],
      );
    });
    misses.push(...out.map((by) => ({ rule: "a field has its label in view above the keyboard", by })));
  }
  const button = page.locator(action);
  if ((await fields.count()) === 0 || (await button.count()) === 0) return misses;
  const asksConsent = (await page.locator("#consent").count()) > 0;
  if (asksConsent) await page.keyboard.press("Enter");
  const out = await button.evaluate((button) => {
    const [top, bottom] = [
      document.querySelector("#consent")?.getBoundingClientRect().top ?? 0,
      button.getBoundingClientRect().bottom,
    ];
    // A consent that is longer than the window is read by scrolling up from the button.
    const isWhole = top >= -1 || bottom - top > innerHeight;
    return bottom <= innerHeight + 1 && isWhole
      ? []
      : [`${Math.round(top)} to ${Math.round(bottom)} of ${innerHeight}`];
  });
  const rule = asksConsent
    ? "Enter brings the consent and its button above the keyboard"
    : "the last field brings the action above the keyboard";
  misses.push(...out.map((by) => ({ rule, by })));
  if (asksConsent && !(await button.evaluate((button) => document.activeElement === button)))
    misses.push({ rule: "Enter leads to the button", by: "the focus is elsewhere" });
  return misses;
}
