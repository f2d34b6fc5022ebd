import { type Check, findingOf } from "./check.ts";

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
