import type { Page } from "playwright-core";
import { findEntry } from "../../machines/registry.ts";
import { plainAnswers } from "../site/plain-answers.ts";
import type { Answer } from "../support/form-visitor.ts";
import { give, live } from "./survey-page.ts";

export const stepOf = (page: Page) => page.locator("main[data-step]").getAttribute("data-step");

/** Answers the question on screen, by step or plainly. */
export async function answerPlainly(page: Page, code: string, given: Record<string, Answer>): Promise<void> {
  const step = (await stepOf(page))!;
  const plain = plainAnswers(code)(step);
  // Of an exact date every part is given.
  const isWhole = given[step]?.option || (given[step] && plain.option);
  await give(page, isWhole ? given[step]! : { ...plain, ...given[step] });
}

/**
 * Opens a survey and answers it by touch.
 * @param given answers that differ from the plain ones, by step
 * @param until the step to stop at; without one the survey is sent
 */
export async function walkPlainly(
  page: Page,
  url: string,
  given: Record<string, Answer> = {},
  until?: string,
): Promise<void> {
  const { code } = findEntry(new URL(url).pathname)!.variant;
  await page.goto(url);
  await live(page);
  for (;;) {
    const step = await stepOf(page);
    if (step === until) return;
    await answerPlainly(page, code, given);
    await page.waitForFunction(
      (left) =>
        document.querySelector("main")?.dataset.step !== left || location.pathname.includes("thank-you"),
      step,
    );
    if (page.url().includes("thank-you")) return;
  }
}
