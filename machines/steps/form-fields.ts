import type { AnswerField } from "../answers.ts";
import { recording } from "./build.ts";
import type { Field } from "./step.ts";

/** Fields whose values the specification writes with a capital letter (ruling 13). */
const capital: readonly AnswerField[] = ["physical_injury", "doctor_treatment"];

/** Yes or no as one field of a form. */
export function yesOrNo(name: AnswerField): Field {
  const values = capital.includes(name) ? ["Yes", "No"] : ["yes", "no"];
  return { name, kind: "select", options: recording(name, values) };
}
