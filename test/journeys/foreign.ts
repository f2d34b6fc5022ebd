import type { BrowserContext, Page } from "playwright-core";
import { plainAnswers } from "../site/plain-answers.ts";
import type { Site } from "../support/site.ts";
import { atStep, give, live } from "./survey-page.ts";

/** Everything that pages ask of anybody but their own site, from now on. */
export function foreign(context: BrowserContext, { url }: Pick<Site, "url">): string[] {
  const asked: string[] = [];
  context.on("request", (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(url)) asked.push(request.url());
  });
  return asked;
}

/** Walks the shortest survey to its last screen, on which a telephone number is. */
export async function walkBenefits(page: Page, site: Site, search = ""): Promise<void> {
  await page.goto(`${site.url}/survey/benefits${search}`);
  await live(page);
  const answers = plainAnswers("benefits");
  for (const step of ["SelectAgeGroup", "USCitizen", "SecuredBenefits"]) {
    await atStep(page, step);
    await give(page, answers(step));
  }
  await atStep(page, "Closing");
}
