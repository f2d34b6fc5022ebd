import type { Page } from "playwright-core";
import type { Answer } from "../support/form-visitor.ts";
import { next, option } from "./survey-page.ts";

/** Answers any question on screen, by touch: a button, or each field as it is shown. */
export async function fillIn(page: Page, post: Answer): Promise<void> {
  if (post.option) return option(page, post.option).tap();
  for (const [name, value] of Object.entries(post)) {
    const field = page.locator(`main [name="${name}"]`).first();
    const kind = await field.evaluate((element) =>
      element instanceof HTMLInputElement ? element.type : element.localName,
    );
    if (kind === "radio") await page.locator(`main [name="${name}"][value="${value}"] + span`).tap();
    else if (kind === "select") await field.selectOption(value);
    else await field.fill(value);
  }
  await next(page).tap();
}
