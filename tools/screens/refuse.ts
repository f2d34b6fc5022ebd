import type { Page } from "playwright-core";
import { stepNamed } from "../../machines/steps/index.ts";
import type { Variant } from "../../machines/variant.ts";
import { refused } from "../../test/journeys/refused.ts";

/**
 * Sends the step on screen with nothing in it, or with a date that is none.
 * @returns false where the step takes that
 */
export async function refuse(
  page: Page,
  { machine }: Pick<Variant, "machine">,
  name: string,
): Promise<boolean> {
  const step = stepNamed(name, machine)!;
  const asks = step.options?.length || step.fields?.some(({ required }) => required !== false);
  if (!asks || step.kind === "end") return false;
  if (step.kind === "when") {
    await page.locator("main details").evaluate((details: HTMLDetailsElement) => {
      details.open = true;
    });
    for (const [field, value] of Object.entries(refused.WhenWasTheAccident!)) {
      await page.locator(`main [name=${field}]`).fill(value);
    }
  }
  // No button sends a choice without choosing: only a lost script, or an old browser, does.
  await page.locator("form[data-question]").evaluate((form: HTMLFormElement) => form.requestSubmit());
  await page.locator("[data-error-summary]").waitFor();
  return true;
}
