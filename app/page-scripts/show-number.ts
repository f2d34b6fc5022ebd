import type { Company } from "../ui/company.ts";

type Phone = Company["phone"];

/**
 * Shows another number wherever the page says that ours is (`data-call-number`), now and in whatever is put on
 * the page later. A consent is never touched: it is stored as it was shown.
 */
export function showNumber(ours: Phone, other: Phone): void {
  const replace = () => {
    for (const place of document.querySelectorAll("[data-call-number]")) replaceIn(place, ours, other);
  };
  replace();
  new MutationObserver(replace).observe(document.body, {
    childList: true,
    subtree: true,
    characterData: true,
  });
}

function replaceIn(place: Element, ours: Phone, other: Phone): void {
  if (place.getAttribute("href") === `tel:${ours.dial}`) place.setAttribute("href", `tel:${other.dial}`);
  const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    for (const unbroken of [false, true]) {
      const from = shown(ours, unbroken);
      if (text.nodeValue!.includes(from)) {
        text.nodeValue = text.nodeValue!.replaceAll(from, shown(other, unbroken));
      }
    }
  }
}

/** As it is in a line of its own, or in running text, where it must not be broken. */
function shown({ display }: Phone, unbroken: boolean): string {
  return unbroken ? display.replaceAll(" ", "\u00a0") : display;
}
