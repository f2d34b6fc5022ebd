import type { AnswerField } from "../rules/answers.ts";
import type { Field, Option, Step } from "./step.ts";

/** Options that each record their own value in one field. */
export function recording(field: AnswerField, values: readonly string[]): Option[] {
  return values.map((value) => ({ value, records: { [field]: value } }));
}

/** A question to press an answer to. */
export function choiceStep(name: string, options: Option[]): Step {
  return { name, words: [name], kind: "choice", options };
}

/** Yes and No in the fields that the specification capitalizes, yes and no in all others (ruling 13). */
const yesAndNo = (field: AnswerField) =>
  field === "physical_injury" || field === "doctor_treatment" ? ["Yes", "No"] : ["yes", "no"];

export function yesNoStep(name: string, field: AnswerField): Step {
  return choiceStep(name, recording(field, yesAndNo(field)));
}

export function yesOrNo(name: AnswerField): Field {
  return { name, kind: "select", options: recording(name, yesAndNo(name)) };
}

/** The same question in other words, which say only where they differ from its own. */
export function reworded(step: Step, words: string): Step {
  return { ...step, words: [...step.words, words] };
}
