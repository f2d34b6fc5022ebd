import type { AnswerField } from "../rules/answers.ts";
import { type Field, type Language, languages, type Option, type Step } from "./step.ts";

/** Options that each record their own value in one field. */
export function recording(field: AnswerField, values: readonly string[]): Option[] {
  return values.map((value) => ({ value, records: { [field]: value } }));
}

/** The labels of a question's answers, by their values, in English and in Spanish. */
export type Labels = Readonly<Record<string, readonly [en: string, es: string]>>;

export function labelsIn(language: Language, labels: Labels): Record<string, string> {
  const at = languages.indexOf(language);
  return Object.fromEntries(Object.entries(labels).map(([value, label]) => [value, label[at]!]));
}

type Heading = { heading: string; subHeading?: string };

/** A question to press an answer to. @param answers its options, or the one field that each records its value in */
export function choiceStep(
  name: string,
  answers: AnswerField | Option[],
  wording: Record<Language, Heading>,
  labels: Labels,
): Step {
  return {
    name,
    kind: "choice",
    options: typeof answers === "string" ? recording(answers, Object.keys(labels)) : answers,
    wording: {
      en: { ...wording.en, options: labelsIn("en", labels) },
      es: { ...wording.es, options: labelsIn("es", labels) },
    },
  };
}

/** The three boxes of a date. */
export const dateBoxes = { en: ["Month", "Day", "Year"], es: ["Mes", "Día", "Año"] } as const;

const yesNo = { yes: ["Yes", "Sí"], no: ["No", "No"] } as const;
const capitalYesNo = { Yes: yesNo.yes, No: yesNo.no };

/** The same in one language, in both spellings of the fields. */
export const yesNoLabels = {
  en: labelsIn("en", { ...yesNo, ...capitalYesNo }),
  es: labelsIn("es", { ...yesNo, ...capitalYesNo }),
};

/** Yes and No in the fields that the specification capitalizes, yes and no in all others (ruling 13). */
const yesNoOf = (field: AnswerField): Labels =>
  field === "physical_injury" || field === "doctor_treatment" ? capitalYesNo : yesNo;

export function yesNoStep(
  name: string,
  answers: AnswerField | Option[],
  wording: Record<Language, Heading>,
): Step {
  return choiceStep(name, answers, wording, typeof answers === "string" ? yesNoOf(answers) : yesNo);
}

export function yesOrNo(name: AnswerField): Field {
  return { name, kind: "select", options: recording(name, Object.keys(yesNoOf(name))) };
}

/** The same question, with the words in `wording`. */
export function reworded(
  step: Step,
  wording: Record<Language, Partial<Heading> & { submit?: string }>,
): Step {
  return {
    ...step,
    wording: { en: { ...step.wording.en, ...wording.en }, es: { ...step.wording.es, ...wording.es } },
  };
}
