/** Parts of some screens only; a browser loads them behind the first question (`browser/later-parts.ts`). */

import { errorSentence } from "../../../machines/messages/error-sentence.ts";
import type { Wording } from "../../../machines/messages/wording.ts";
import type { SummaryError } from "../../ui/error-summary.tsx";
import { optionId } from "../../ui/field-frame.tsx";
import type { LocalizedStep, ScreenState } from "./page-data.ts";

export { ErrorSummary } from "../../ui/error-summary.tsx";
export { TypedQuestion } from "./typed-question.tsx";

/** The screen's errors in words, by field name (`option` for the choice itself). */
export function errorTexts({ errors, values }: ScreenState, step: LocalizedStep, words: Wording) {
  const texts: Record<string, string> = {};
  for (const [name, key] of Object.entries(errors)) {
    const field = step.fields.find((each) => each.name === name);
    texts[name] = errorSentence(key, words.errors, field, field && values[field.name]);
  }
  return texts;
}

/** The same for the summary: one entry per sentence, linked to the first control it is about. */
export function summaryErrors(texts: Record<string, string>): SummaryError[] {
  const errors = Object.entries(texts).map(([name, text]) => ({
    id: name === "option" ? optionId(0) : name,
    text,
  }));
  return errors.filter(({ text }, index) => errors.findIndex((other) => other.text === text) === index);
}
