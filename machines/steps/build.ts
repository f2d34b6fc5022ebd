import type { AnswerField } from "../answers.ts";
import type { Language, Option, Step } from "./step.ts";

/** Options that each record their own value in one field. */
export function recording(field: AnswerField, values: readonly string[]): Option[] {
  return values.map((value) => ({ value, records: { [field]: value } }));
}

/** Labels of yes and no, written as the record's field writes them. */
export const yesNoLabels = {
  en: { yes: "Yes", no: "No", Yes: "Yes", No: "No" },
  es: { yes: "Sí", no: "No", Yes: "Sí", No: "No" },
} as const;

type Heading = { heading: string; subHeading?: string };

/** A question with the answers yes and no; Yes and No in the fields that the specification writes so (ruling 13). */
export function yesNoStep(
  name: string,
  field: AnswerField,
  wording: Record<Language, Heading>,
  [yes, no]: readonly ["yes", "no"] | readonly ["Yes", "No"] = ["yes", "no"],
): Step {
  const labelled = (language: Language) => ({
    ...wording[language],
    options: { [yes]: yesNoLabels[language][yes], [no]: yesNoLabels[language][no] },
  });
  return {
    name,
    kind: "choice",
    options: recording(field, [yes, no]),
    wording: { en: labelled("en"), es: labelled("es") },
  };
}

/** The same question, worded otherwise where `wording` says so. */
export function reworded(
  step: Step,
  wording: Record<Language, Partial<Heading> & { submit?: string }>,
): Step {
  return {
    ...step,
    wording: { en: { ...step.wording.en, ...wording.en }, es: { ...step.wording.es, ...wording.es } },
  };
}
