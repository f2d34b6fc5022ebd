import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { journey, startBrowser } from "../support/browser.ts";
import { bundledPage } from "../support/bundled-page.ts";
import { holds } from "../support/holds.ts";

/** Each sign of the notation, with what is typed, and what comes of it. */
const typed: Record<string, [text: string, masked: string]> = {
  "##-##": ["1a2b345", "12-34"],
  "XX XX": ["a-1 ñ2", "a1 ñ2"],
  "SS#": ["1a2bc3", "ab3"],
  AAaa: ["mIaM", "MIam"],
  "!#!A-#": ["7", "#A-7"],
  "#*-S*": ["12345-abc9", "12345-abc"],
  "A*/#": ["abc/1", "ABC/1"],
};

let browser: Browser;
let script: string;
beforeAll(async () => {
  [browser, script] = await Promise.all([startBrowser(), bundledPage("test/journeys/masks-page.tsx")]);
});
afterAll(() => browser.close());

/** Shows an input for each mask, all of them at work. */
async function show(page: Page): Promise<void> {
  await page.setContent('<!doctype html><html lang="en"><title>Test</title><div id="root"></div>');
  await page.evaluate((masks) => Object.assign(window, { masks }), Object.keys(typed));
  await page.addScriptTag({ content: script });
  const last = page.getByRole("textbox").last();
  // The masks are on once one refuses what does not fit.
  await expect
    .poll(async () => {
      await last.fill("");
      await last.pressSequentially("1");
      return last.inputValue();
    })
    .toBe("");
}

describe("an input with a mask of any kind", () => {
  it("follows the notation while it is typed into", holds(460, 462), () =>
    journey(browser, async ({ page }) => {
      await show(page);
      for (const [mask, [text, masked]] of Object.entries(typed)) {
        const input = page.getByLabel(mask, { exact: true });
        await input.fill("");
        await input.pressSequentially(text);
        expect(await input.inputValue(), `${text} typed into ${mask}`).toBe(masked);
      }
    }),
  );

  it("follows it when a text is pasted, and when one is changed in the middle", holds(460, 462), () =>
    journey(browser, async ({ page }) => {
      await show(page);
      for (const [mask, [text, masked]] of Object.entries(typed)) {
        const input = page.getByLabel(mask, { exact: true });
        await input.fill("");
        await input.focus();
        await page.keyboard.insertText(text);
        expect(await input.inputValue(), `${text} pasted into ${mask}`).toBe(masked);
      }
      const input = page.getByLabel("AAaa", { exact: true });
      await input.focus();
      await input.evaluate((element) => (element as HTMLInputElement).setSelectionRange(1, 2));
      await page.keyboard.insertText("e");
      expect(await input.inputValue()).toBe("MEam");
    }),
  );
});
