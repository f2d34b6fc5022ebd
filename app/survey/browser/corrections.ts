import type { AnswerErrors, ErrorKey, ParsedAnswer } from "../../../machines/fields.ts";

/** What a service said of an answer: of another answer it has not said it. */
const byCheck = /Refused|Blocked|zipUn/;

/**
 * The errors of a refused step that still hold once a field has changed: those that are put right are gone, and no
 * others come, for what is still being typed is not judged.
 * @param parsed the step's form as it now is
 * @param changed name of the field
 */
export function leftOver(errors: AnswerErrors, parsed: ParsedAnswer, changed: string): AnswerErrors {
  const found: Record<string, ErrorKey> = parsed.ok ? {} : parsed.errors;
  const left = Object.entries(errors).map(([name, key]) => {
    const stays = byCheck.test(key) && name !== changed;
    return [name, stays ? key : found[name]];
  });
  return Object.fromEntries(left.filter(([, key]) => key));
}
