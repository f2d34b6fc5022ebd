import { flagWords } from "../../../machines/messages/page-flags.ts";
import type { Topic } from "../../../machines/messages/wording.ts";
import type { PageFlags } from "../../../machines/rules/page-flags.ts";
import type { Language } from "../../../machines/steps/step.ts";
import type { LocalizedStep } from "../screen/page-data.ts";

type Page = {
  flags?: Partial<PageFlags>;
  language: Language;
  topic: Topic;
  /** Name of the question that the survey begins with. */
  first?: string;
  /** Of the ad that the visitor comes from, above that question. */
  headline?: string;
};

/**
 * Steps with the header texts and the call to action that the page's flags switch on (spec 4.3).
 * Worded on the server, so that the island carries only what is shown.
 */
export function flaggedSteps(
  steps: Record<string, LocalizedStep>,
  page: Page,
): Record<string, LocalizedStep> {
  return Object.fromEntries(
    Object.entries(steps).map(([name, step]) => [
      name,
      { ...step, header: headerOf(step, page), submit: callToAction(step, page) },
    ]),
  );
}

function headerOf(
  step: LocalizedStep,
  { flags = {}, language, topic, first, headline }: Page,
): string | undefined {
  if (step.kind === "end") return undefined;
  if (headline && step.name === first) return headline;
  const words = flagWords[language];
  if (flags.firstQuestionHeader && step.name === first) return words.firstQuestion[topic];
  if (topic !== "benefits") {
    if (flags.findMeALawyer && step.consent) return words.findMeALawyer;
    if (flags.matchWithLawyer) return words.matchWithLawyer;
  }
  // Who lands on a question is told what this is; an info screen says so itself (ruling 234).
  return step.name === first && step.kind !== "info" ? words.landing[topic] : undefined;
}

/** A consent names the button that gives it, so such a button keeps its own words. */
function callToAction(step: LocalizedStep, { flags = {}, language }: Page): string | undefined {
  const { nameAndEmailCta = "none" } = flags;
  const asksEmail = step.fields.some(({ name }) => name === "email");
  if (nameAndEmailCta === "none" || !asksEmail || step.consent) return step.submit;
  return flagWords[language].nameAndEmailCta[nameAndEmailCta];
}
