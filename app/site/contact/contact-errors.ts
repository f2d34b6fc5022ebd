import { errorSentence } from "../../../machines/messages/error-sentence.ts";
import type { Wording } from "../../../machines/messages/wording.ts";
import {
  type ContactErrors,
  type ContactValues,
  contactFields,
} from "../../../machines/site/contact-form.ts";
import type { Messages } from "../../../services/words/messages.ts";
import type { SummaryError } from "../../ui/error-summary.tsx";

export type ContactFormWords = Messages["contact"]["form"];

/** The errors in words, in the fields' order. @param values what was typed @param words of the same language */
export function contactErrors(
  errors: ContactErrors,
  values: Partial<ContactValues>,
  { fields }: ContactFormWords,
  words: Wording,
): SummaryError[] {
  return contactFields.flatMap((id) => {
    const key = errors[id];
    return key ? { id, text: errorSentence(key, words.errors, fields[id], values[id]) } : [];
  });
}
