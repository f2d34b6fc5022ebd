import { type Check, findingOf } from "./check.ts";

const help = "Nothing scrolls sideways or is cut off at the side (WCAG 1.4.10)";

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
  return findingOf("reflow", help, nodes);
};
