import type { Page } from "playwright-core";
import { type Check, findingOf } from "./check.ts";

declare global {
  interface Window {
    /** Put there by `listen`: what live regions were given to say. */
    announced: string[];
  }
}

/** Has every page of a context, from the next on, keep what its live regions say. */
export async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.announced = [];
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const element = target instanceof Element ? target : target.parentElement;
        const region = element?.closest(
          "[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]",
        );
        if (region?.textContent?.trim()) window.announced.push(region.textContent.trim());
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
}

/** A new step that is not announced: the focus goes to its question, and where one is is said. */
export const announcement: Check = async (page, { state, step }) => {
  const wrong = await page.evaluate(
    ([isStep, isSending]) => {
      const said = window.announced.splice(0).join(" ");
      const progress = document.querySelector("main [role=progressbar]")?.getAttribute("aria-valuetext");
      // "Step 2 of 9: …"; what it is called says the heading.
      const count = progress?.split(":")[0];
      if (isSending) return said ? [] : ["nothing says that the answers are being sent"];
      const isFirstOnPage = performance.getEntriesByName("next-step").length === 0;
      performance.mark("next-step");
      if (!isStep || isFirstOnPage) return [];
      return [
        ...(document.activeElement?.matches("h1") ? [] : ["the question does not have the focus"]),
        ...(!count || said.includes(count) ? [] : [`nobody says “${count}”`]),
      ];
    },
    [step !== undefined && state === "first", state === "sending" || state === "unsent"] as const,
  );
  return findingOf("announcement", "A new step, and how far one is, are announced", wrong);
};
