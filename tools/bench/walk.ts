import type { Page } from "playwright-core";
import { answersC } from "../../test/support/answers-c.ts";

/** The question on screen. */
export async function questionOf(page: Page): Promise<string> {
  return (await page.locator("main[data-step]:visible").getAttribute("data-step")) ?? "";
}

/** Resolves once the island has taken the page over: it then notes the question in the history. */
export async function untilLive(page: Page): Promise<void> {
  await page.waitForFunction(() => history.state?.step !== undefined);
}

/** Answers the question on screen as a visitor would. */
export async function answer(page: Page, question: string): Promise<void> {
  const { option, ...fields } = answersC[question] ?? {};
  if (option) return page.locator(`[name=option][value=${JSON.stringify(option)}]`).click();
  for (const [name, value] of Object.entries(fields)) await page.locator(`[name=${name}]`).fill(value);
  await page.locator("[name=intent][value=next]:not([tabindex])").click();
}

/** Walks on until a question is on screen. */
export async function walkTo(page: Page, wanted: string): Promise<void> {
  for (let at = await questionOf(page); at !== wanted; at = await questionOf(page)) {
    await answer(page, at);
    await page.locator(`main[data-step]:visible:not([data-step=${at}])`).waitFor();
  }
}
