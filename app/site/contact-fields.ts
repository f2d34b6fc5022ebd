import type { ErrorKey } from "../../machines/fields.ts";
import type { Wording } from "../../machines/wording/wording.ts";
import type { SummaryError } from "../survey/error-summary.tsx";

/** Fields of the contact form (specification section 3.1), in their order on the page. */
export const contactLabels = {
  typeOfAccident: "Type of accident",
  firstName: "First name",
  lastName: "Last name",
  email: "Email",
  phoneNumber: "Phone number",
  message: "Message",
} as const;

export type ContactField = keyof typeof contactLabels;
export type ContactValues = { [field in ContactField]?: string };
export type ContactErrors = { [field in ContactField]?: ErrorKey };

export const accidentTypes = [
  "Car Accident",
  "Truck Accident",
  "Bicycle Accident",
  "Motorcycle Accident",
  "Pedestrian Accident",
  "Other",
] as const;

/** The errors in words, in the fields' order. */
export function contactErrors(errors: ContactErrors, words: Wording): SummaryError[] {
  return (Object.keys(contactLabels) as ContactField[]).flatMap((id) => {
    const key = errors[id];
    if (!key) return [];
    // The one list on the form: whatever is wrong with it, an entry has to be picked.
    if (id === "typeOfAccident") return { id, text: "Select the type of accident." };
    return { id, text: words.errors[key](contactLabels[id]) };
  });
}
