import { stepsOf } from "../../machines/outline.ts";
import { stepNamed } from "../../machines/steps/index.ts";
import type { Language, Step } from "../../machines/steps/step.ts";
import type { Variant } from "../../machines/variant.ts";
import type { WordedStep } from "./page-data.ts";

/** Every question of a variant in one language: all the words its island will need. */
export function wordedSteps(variant: Variant, language: Language): Record<string, WordedStep> {
  const names = stepsOf(variant.machine, isStep);
  return Object.fromEntries(names.map((name) => [name, worded(stepNamed(name)!, language)]));
}

/** True for the name of a question; a chart's closing states are not. */
export function isStep(name: string): boolean {
  return stepNamed(name) !== undefined;
}

function worded(step: Step, language: Language): WordedStep {
  const words = step.wording[language];
  return {
    name: step.name,
    kind: step.kind,
    heading: words.heading,
    subHeading: words.subHeading,
    options: (step.options ?? []).map((option) => ({
      ...option,
      label: words.options?.[option.value] ?? option.value,
    })),
    fields: (step.fields ?? []).map((field) => ({
      ...field,
      ...(words.fields?.[field.name] ?? { label: field.name }),
    })),
    submit: words.submit,
    asksConsent: step.asksConsent ?? false,
  };
}
