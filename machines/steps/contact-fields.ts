import { PHONE_MASK } from "../rules/limits.ts";
import type { Field, Step } from "./step.ts";

type ContactName = "firstName" | "lastName" | "email" | "phone" | "address" | "zip_code";

/** All fields about the visitor, wherever they are asked. */
export const contactFields: Record<ContactName, Field> = {
  firstName: { name: "firstName", kind: "name", autocomplete: "given-name" },
  lastName: { name: "lastName", kind: "name", autocomplete: "family-name" },
  email: { name: "email", kind: "email", autocomplete: "email" },
  phone: { name: "phone", kind: "phone", mask: PHONE_MASK },
  address: { name: "address", kind: "text", autocomplete: "address-line1" },
  zip_code: { name: "zip_code", kind: "zip", autocomplete: "postal-code" },
};

/** A step that asks about the visitor, by these fields in this order. */
export function contactStep(name: string, ...names: ContactName[]): Step {
  return { name, words: [name], kind: "contact", fields: names.map((field) => contactFields[field]) };
}

/** The same, at the end: its button gives consent and sends the answers. */
export function lastStep(name: string, ...names: ContactName[]): Step {
  return { ...contactStep(name, ...names), words: ["lastStep", name], asksConsent: true };
}
