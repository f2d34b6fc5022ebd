import type { Page } from "playwright-core";
import { expect } from "vitest";

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
