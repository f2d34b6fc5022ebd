import type { ErrorKey } from "../fields/parse-answer.ts";
import { emailSuggestion } from "../rules/email-suggestion.ts";
import type { FieldErrorWords } from "../steps/step.ts";
import { fill } from "./fill.ts";
import type { Wording } from "./wording.ts";

/**
 * An error in words, as a person would say it.
 * @param field the field's own words; a choice by buttons has none
 * @param typed what was typed; a mistyped mail domain is answered with a suggestion
 */
export function errorSentence(
  key: ErrorKey,
  errors: Wording["errors"],
  { missing = errors.choose, called = errors.thisAnswer }: FieldErrorWords = {},
  typed = "",
): string {
  switch (key) {
    case "required":
    case "choose":
      return missing;
    case "tooLong":
    case "characters":
      return fill(errors[key], { field: called });
    case "email":
    case "emailRefused":
    case "emailBlocked": {
      const meant = emailSuggestion(typed);
      return meant ? fill(errors.didYouMean, { email: meant }) : errors[key];
    }
    default:
      return errors[key];
  }
}
