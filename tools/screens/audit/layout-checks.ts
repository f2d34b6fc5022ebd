import { type Check, findingOf } from "./check.ts";

/** What makes a page scroll sideways, or lies beyond its edge; what scrolls by itself may. */
export const reflow: Check = async (page) => {
  const nodes = await page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (["auto", "scroll"].includes(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    const isBeyond = (element: Element) => {
      const { left, right, width: own } = element.getBoundingClientRect();
      return own > 1 && right > 0 && (right > width + 1 || left < -1);
    };
    const beyond = [...document.querySelectorAll("body *")].filter(
      (element) => element.checkVisibility() && isBeyond(element) && !scrolls(element.parentElement),
    );
    const isWide = document.documentElement.scrollWidth > width;
    return [
      ...beyond.map((element) => {
        const { left, right } = element.getBoundingClientRect();
        return `${Math.round(left)} to ${Math.round(right)} of ${width}: ${element.outerHTML.slice(0, 200)}`;
      }),
      ...(isWide && beyond.length === 0 ? ["<html>"] : []),
    ];
  });
  return findingOf("reflow", "Nothing scrolls sideways or is cut off at the side (WCAG 1.4.10)", nodes);
};

/** The spacing that every page has to bear (WCAG 1.4.12). */
const spacing = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-bottom: 2em !important }`;

/** Text that is cut off, or grows out of its box, when readers space it out. */
export const textSpacing: Check = async (page) => {
  const nodes = await page.evaluate((style) => {
    const before = [...document.adoptedStyleSheets];
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
    document.adoptedStyleSheets = [...before, sheet];
    const hasText = (element: Element) =>
      [...element.childNodes].some(
        ({ nodeType, data }: Node & { data?: string }) => nodeType === 3 && data?.trim(),
      );
    const isCut = (element: Element) => {
      const { overflowX, overflowY, display, clipPath } = getComputedStyle(element);
      if (display.startsWith("inline") || clipPath !== "none" || !element.checkVisibility()) return false;
      const clips = (value: string) => value === "hidden" || value === "clip";
      const [x, y] = [element.scrollWidth - element.clientWidth, element.scrollHeight - element.clientHeight];
      // A box of fixed height that clips nothing lets its text run over what follows.
      const runsOver = hasText(element) && overflowY === "visible" && y > 2;
      return runsOver || (clips(overflowX) && x > 2) || (clips(overflowY) && y > 2);
    };
    const found = [...document.querySelectorAll("body *")].filter(
      (element) =>
        element.textContent!.trim() !== "" &&
        !element.matches("script, style, textarea, select, option") &&
        isCut(element),
    );
    document.adoptedStyleSheets = before;
    return found.map(({ outerHTML }) => outerHTML.slice(0, 200));
  }, spacing);
  return findingOf("text-spacing", "Spaced out, no text is lost (WCAG 1.4.12)", nodes);
};

/** CSS pixels each way: of what answers a question, and of all else. */
const sizes = { answer: 44, other: 24 };

/** Targets that are too small; links within a sentence may be (WCAG 2.5.8). */
export const targets: Check = async (page) => {
  const small = await page.evaluate(({ answer, other }) => {
    const controls =
      "a[href], button:not([aria-hidden]), input:not([type=hidden]), select, textarea, summary";
    const isInline = (element: Element) => getComputedStyle(element).display === "inline";
    const isInSentence = (element: Element) => {
      let around = element;
      while (isInline(around)) around = around.parentElement!;
      return around.textContent!.trim() !== element.textContent!.trim();
    };
    const found = { answers: [] as string[], others: [] as string[] };
    for (const control of document.querySelectorAll(controls)) {
      // A label is pressed in its button's place.
      const target = control.matches("[type=radio], [type=checkbox]")
        ? (control.closest("label") ?? control)
        : control;
      const { width, height, right, bottom } = target.getBoundingClientRect();
      const isSeen = control.checkVisibility() && right > 0 && bottom > -scrollY && width > 1;
      if (!isSeen || isInSentence(control)) continue;
      const isAnswer = control.closest("form[data-question], dialog") !== null && !control.matches("a");
      const least = (isAnswer ? answer : other) - 0.5;
      if (width >= least && height >= least) continue;
      const node = `${Math.round(width)} x ${Math.round(height)}: ${target.outerHTML.slice(0, 200)}`;
      (isAnswer ? found.answers : found.others).push(node);
    }
    return found;
  }, sizes);
  return [
    ...findingOf("target-44", "What answers a question is at least 44 x 44 px", small.answers),
    ...findingOf("target-24", "Every other control is at least 24 x 24 px (WCAG 2.5.8)", small.others),
  ];
};

/** What moves although the visitor asks for calm. */
export const motion: Check = async (page) => {
  const nodes = await page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState }) => playState === "running")
      .flatMap(({ effect }) => (effect instanceof KeyframeEffect ? effect : []))
      .filter((effect) => effect.getKeyframes().some((frame) => "transform" in frame))
      .map(({ target }) => target?.outerHTML.slice(0, 200) ?? ""),
  );
  return findingOf("motion", "Nothing moves for who asks for reduced motion", nodes);
};
