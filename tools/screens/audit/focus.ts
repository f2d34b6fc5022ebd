import { type Check, findingOf } from "./check.ts";

/** What the focus changes nothing on, and what lies hidden under something else while it has the focus. */
export const focus: Check = async (page) => {
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
