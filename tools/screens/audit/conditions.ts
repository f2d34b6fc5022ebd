import { autocomplete, type Check, errorSummary, findingOf, structure } from "./markup-checks.ts";

/** Elements that make a page scroll sideways, or extend beyond its edge; elements that scroll by themselves may. */
const reflow: Check = async (page) => {
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
const textSpacing: Check = async (page) => {
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

/** CSS pixels each way: for answers, and for everything else. */
const sizes = { answer: 44, other: 24 };

/** Targets that are too small; links within a sentence may be (WCAG 2.5.8). */
const targets: Check = async (page) => {
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

/** Motion in spite of a visitor's preference for less. */
const motion: Check = async (page) => {
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

/** Elements that look the same with the focus, and elements that something else covers while they have it. */
const focus: Check = async (page) => {
  const active = await page.evaluateHandle(() => document.activeElement as HTMLElement);
  // After a key, whatever a script focuses shows its ring as it would for Tab.
  await page.keyboard.press("Tab");
  const { unmarked, covered } = await page.evaluate((restored) => {
    const within = document.querySelector("dialog:modal") ?? document.body;
    const controls =
      "a[href], button, input:not([type=hidden]), select, textarea, summary, video[controls], [tabindex='0']";
    const elements = [...within.querySelectorAll<HTMLElement>(controls)].filter(
      (element) =>
        element.tabIndex >= 0 && element.checkVisibility() && !element.closest("[inert], :disabled"),
    );
    const lookOf = (element: Element) => {
      const { outline, outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
      const ring = outlineStyle !== "none" && parseFloat(outlineWidth) > 0 ? outline : "";
      return `${ring}|${boxShadow}`;
    };
    const looksOf = (element: Element) =>
      [element, element.closest("label")].map((each) => each && lookOf(each)).join("||");
    const isCovered = (element: Element) => {
      const target = element.matches("[type=radio], [type=checkbox]") ? element.closest("label")! : element;
      const { left, top, right, bottom } = target.getClientRects()[0]!;
      const spots = [0.5, 0.1, 0.9].flatMap((x) =>
        [0.5, 0.1, 0.9].map((y) => [left + (right - left) * x, top + (bottom - top) * y] as const),
      );
      return !spots.some(([x, y]) => {
        const hit = document.elementFromPoint(x, y);
        return hit && (target.contains(hit) || hit.contains(target));
      });
    };
    const place = scrollY;
    const found = { unmarked: [] as string[], covered: [] as string[] };
    for (const element of elements) {
      (document.activeElement as HTMLElement).blur();
      const before = looksOf(element);
      element.focus();
      const node = element.outerHTML.slice(0, 200);
      if (looksOf(element) === before) found.unmarked.push(node);
      if (isCovered(element)) found.covered.push(node);
    }
    (document.activeElement as HTMLElement).blur();
    restored.focus({ preventScroll: true });
    scrollTo({ top: place, behavior: "instant" });
    return found;
  }, active);
  return [
    ...findingOf("focus-visible", "What has the focus looks like it (WCAG 2.4.7)", unmarked),
    ...findingOf("focus-covered", "What has the focus is not covered (WCAG 2.4.11)", covered),
  ];
};

/** A condition for looking at a page, and its checks besides axe's own rules. */
export type Condition = {
  name: string;
  /** CSS pixels. */
  size: { width: number; height: number };
  /** Device pixels per CSS pixel. */
  zoom?: number;
  media?: { forcedColors?: "active"; reducedMotion?: "reduce"; colorScheme?: "dark" };
  checks: readonly Check[];
};

const phone = { width: 390, height: 844 };

/** The first is the page as it was met, the focus where it was put. */
export const conditions: readonly Condition[] = [
  { name: "390 px", size: phone, checks: [errorSummary, structure, targets, autocomplete] },
  { name: "320 px", size: { width: 320, height: 640 }, checks: [reflow, targets, textSpacing] },
  // What is left of 1280 x 1024.
  { name: "400 % zoom", size: { width: 320, height: 256 }, zoom: 4, checks: [reflow, focus] },
  // Colours are the visitor's own then, but axe still judges the text by ours.
  { name: "forced colours", size: phone, media: { forcedColors: "active" }, checks: [focus] },
  { name: "reduced motion", size: phone, media: { reducedMotion: "reduce" }, checks: [motion] },
  { name: "dark scheme", size: phone, media: { colorScheme: "dark" }, checks: [] },
  { name: "1280 px", size: { width: 1280, height: 900 }, checks: [textSpacing, targets] },
];

/** How the visitors of the report browse in between: calmly, which is quicker. */
export const usual = { size: phone, media: { reducedMotion: "reduce" } } as const;
