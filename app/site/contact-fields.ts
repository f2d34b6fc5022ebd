import { errorSentence } from "../../machines/messages/error-sentence.ts";
import type { Wording } from "../../machines/messages/wording.ts";
import {
  type ContactErrors,
  type ContactField,
  type ContactValues,
  contactFields,
} from "../../machines/site/contact-form.ts";
import type { FieldErrorWords } from "../../machines/steps/step.ts";
import type { SummaryError } from "../ui/error-summary.tsx";

/** Labels of the contact form's fields (spec 3.1). */
export const contactLabels: Record<ContactField, string> = {
  typeOfAccident: "Type of accident",
  firstName: "First name",
  lastName: "Last name",
  email: "Email",
  phoneNumber: "Phone number",
  message: "Message",
};

const errorWords: Record<ContactField, FieldErrorWords> = {
  typeOfAccident: { missing: "Select the type of accident." },
  firstName: { missing: "Enter your first name.", called: "your first name" },
  lastName: { missing: "Enter your last name.", called: "your last name" },
  email: { missing: "Enter your email address.", called: "your email address" },
  phoneNumber: { missing: "Enter your phone number.", called: "your phone number" },
  message: { missing: "Write your message.", called: "your message" },
};

/** The errors in words, in the fields' order. @param values what was typed */
export function contactErrors(
  errors: ContactErrors,
  values: Partial<ContactValues>,
  words: Wording,
): SummaryError[] {
  return contactFields.flatMap((id) => {
    const key = errors[id];
    return key ? { id, text: errorSentence(key, words.errors, errorWords[id], values[id]) } : [];
  });
}
