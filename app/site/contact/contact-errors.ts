import { errorSentence } from "../../../machines/messages/error-sentence.ts";
import type { Wording } from "../../../machines/messages/wording.ts";
import {
  type ContactErrors,
  type ContactValues,
  contactFields,
} from "../../../machines/site/contact-form.ts";
import type { SummaryError } from "../../ui/error-summary.tsx";
import type { ContactFormWords } from "../content/words.ts";

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
