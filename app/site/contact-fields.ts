import type { Wording } from "../../machines/messages/wording.ts";
import { type ContactErrors, type ContactField, contactFields } from "../../machines/site/contact-form.ts";
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

/** The errors in words, in the fields' order. */
export function contactErrors(errors: ContactErrors, words: Wording): SummaryError[] {
  return contactFields.flatMap((id) => {
    const key = errors[id];
    if (!key) return [];
    // The one list on the form: whatever is wrong with it, an entry has to be picked.
    if (id === "typeOfAccident") return { id, text: "Select the type of accident." };
    return { id, text: words.errors[key](contactLabels[id]) };
  });
}
