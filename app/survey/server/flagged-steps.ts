import type { PageFlags } from "../../../machines/rules/page-flags.ts";
import type { Language } from "../../../machines/steps/step.ts";
import { flagWords } from "../../../machines/wording/page-flags.ts";
import type { Topic } from "../../../machines/wording/wording.ts";
import type { WordedStep } from "../screen/page-data.ts";

type Page = {
  flags?: Partial<PageFlags>;
  language: Language;
  topic: Topic;
  /** Name of the question that the survey begins with. */
  first?: string;
};

/**
 * Steps with the header texts and the call to action that the page's flags switch on (spec 4.3).
 * Worded on the server, so that the island carries only what is shown.
 */
export function flaggedSteps(steps: Record<string, WordedStep>, page: Page): Record<string, WordedStep> {
  return Object.fromEntries(
    Object.entries(steps).map(([name, step]) => [
      name,
      { ...step, header: headerOf(step, page), submit: callToAction(step, page) },
    ]),
  );
}

function headerOf(step: WordedStep, { flags = {}, language, topic, first }: Page): string | undefined {
  if (step.kind === "end") return undefined;
  const words = flagWords[language];
  if (flags.firstQuestionHeader && step.name === first) return words.firstQuestion[topic];
  if (topic === "benefits") return undefined;
  if (flags.findMeALawyer && step.consent) return words.findMeALawyer;
  return flags.matchWithLawyer ? words.matchWithLawyer : undefined;
}

/** A consent names the button that gives it, so such a button keeps its own words. */
function callToAction(step: WordedStep, { flags = {}, language }: Page): string | undefined {
  const { nameAndEmailCta = "none" } = flags;
  const asksEmail = step.fields.some(({ name }) => name === "email");
  if (nameAndEmailCta === "none" || !asksEmail || step.consent) return step.submit;
  return flagWords[language].nameAndEmailCta[nameAndEmailCta];
}
