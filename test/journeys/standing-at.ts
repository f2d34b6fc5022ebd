import type { Page } from "playwright-core";
import { answersC } from "../support/answers-c.ts";
import { type Answer, FormVisitor } from "../support/form-visitor.ts";
import type { Site } from "../support/site.ts";
import { atStep } from "./survey-page.ts";

/** Shows a page where the visit is at this step; the steps before it were answered over HTTP, which is quick. */
export async function standAt(page: Page, site: Site, step: string, answers: Record<string, Answer> = {}) {
  const visitor = new FormVisitor(site.url);
  await visitor.open("/survey/c");
  while (visitor.screen.step !== step) {
    const here = visitor.screen.step;
    await visitor.post({ ...answersC, ...answers }[here]!);
    if (visitor.screen.step === here) throw new Error(`The survey stays at ${here}`);
  }
  const cookies = [...visitor.cookies].map(([name, value]) => ({ name, value, url: site.url }));
  await page.context().addCookies(cookies);
  await page.goto(`${site.url}/survey/c`);
  await atStep(page, step);
}
