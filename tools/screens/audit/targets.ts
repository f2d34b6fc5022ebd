import { type Check, findingOf } from "./check.ts";

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
