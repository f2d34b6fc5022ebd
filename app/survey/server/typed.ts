import * as z from "zod";
import type { Answers } from "../../../machines/answers.ts";
import { stepNamed } from "../../../machines/steps/index.ts";
import type { Variant } from "../../../machines/variant.ts";

const shape = z
  .string()
  .transform((text) => JSON.parse(text) as unknown)
  .pipe(z.record(z.string(), z.string()));

/** What a form of a visit that is no more had typed into it, as the forms since have brought it along. */
export function typedBefore(field: string | undefined): Answers | undefined {
  try {
    return shape.parse(field) as Answers;
  } catch {
    return undefined;
  }
}

/** What was typed into the form of a step, whatever it is worth. */
export function typedFields(
  { machine }: Variant,
  step: string,
  form: Record<string, string | undefined>,
): Answers {
  const fields = stepNamed(step, machine)?.fields ?? [];
  return Object.fromEntries(fields.flatMap(({ name }) => (form[name] ? [[name, form[name]]] : [])));
}
