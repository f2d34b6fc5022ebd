import type { Page } from "playwright-core";
import { axeFindings, nameless } from "./axe.ts";
import { settled } from "./survey-page.ts";

/** Windows of a phone, by daylight, and of a desk, in the dark. */
const windows = [
  { width: 390, height: 844, colorScheme: "light" },
  { width: 1440, height: 900, colorScheme: "dark" },
] as const;

/** The rules whose answer may be another one in another window or by other colors. */
const byWindow = ["color-contrast", "target-size", "scrollable-region-focusable"];

/** What is wrong with the page as it is shown, all of it opened, in the window of a phone and of a desk. @param name of the page */
export async function pageFaults(page: Page, name: string): Promise<string[]> {
  const faults: string[] = [];
  await page.evaluate(() => {
    for (const details of document.querySelectorAll("details")) details.open = true;
  });
  for (const [index, { colorScheme, ...size }] of windows.entries()) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    // Colors may change step by step.
    await settled(page);
    const where = `${name} at ${size.width} px`;
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    if (width !== size.width) faults.push(`${where} is ${width} px wide`);
    const { violations } = await axeFindings(page, index === 0 ? undefined : byWindow);
    for (const { check, nodes } of violations) faults.push(`${where}: ${check} at ${nodes.join(", ")}`);
    for (const role of await nameless(page)) faults.push(`${where}: a ${role} without a name`);
  }
  return faults;
}
