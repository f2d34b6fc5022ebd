import { type AnswerErrors, parseAnswer } from "../../../machines/fields/parse-answer.ts";
import { variants } from "../../../machines/registry.ts";
import type { AnswerField, Answers } from "../../../machines/rules/answers.ts";
import { type StepName, stepNamed, steps } from "../../../machines/steps/index.ts";
import type { Step, TypedKind } from "../../../machines/steps/step.ts";
import { today } from "../../support/lead-facts.ts";

/** Every step, and after them those that some variants ask differently, with the first such variant. */
export const everyQuestion: { name: string; asked: string; step: Step }[] = [];

for (const asked of ["", ...variants.keys()]) {
  for (const name of Object.keys(steps)) {
    const step = stepNamed(name, variants.get(asked)?.machine)!;
    if (!everyQuestion.some((known) => known.step === step)) everyQuestion.push({ name, asked, step });
  }
}

const fieldOf: Record<TypedKind, AnswerField> = {
  name: "firstName",
  email: "email",
  phone: "phone",
  zip: "zip_code",
  month: "injury_month",
  day: "injury_day",
  year: "injury_year",
  date: "ticket_date",
  birthDate: "date_of_birth",
  text: "address",
  description: "case_description",
};
export const kinds = Object.keys(fieldOf) as TypedKind[];

/** What one field of a kind records, or its error after an exclamation mark. */
export function judge(kind: TypedKind, typed: string): string | undefined {
  const name = fieldOf[kind];
  const parsed = parseAnswer({ kind: "contact", fields: [{ name, kind }] }, { [name]: typed }, today);
  return parsed.ok ? parsed.answers[name] : `!${parsed.errors[name]}`;
}

/** The errors of a step's form, by field; what it records without any. */
export function judgeStep(
  name: StepName,
  posted: Record<string, string | undefined>,
): AnswerErrors | Answers {
  const parsed = parseAnswer(steps[name], posted, today);
  return parsed.ok ? parsed.answers : parsed.errors;
}
