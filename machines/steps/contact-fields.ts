import { PHONE_MASK } from "../rules/limits.ts";
import type { Field, FieldWording, Language, Step } from "./step.ts";

type ContactName = "firstName" | "lastName" | "email" | "phone" | "address" | "zip_code";

/** Everything that is asked about the visitor, wherever it is asked. */
export const contactFields: Record<ContactName, Field> = {
  firstName: { name: "firstName", kind: "name", autocomplete: "given-name" },
  lastName: { name: "lastName", kind: "name", autocomplete: "family-name" },
  email: { name: "email", kind: "email", autocomplete: "email" },
  phone: { name: "phone", kind: "phone", mask: PHONE_MASK },
  address: { name: "address", kind: "text", autocomplete: "address-line1" },
  zip_code: { name: "zip_code", kind: "zip", autocomplete: "postal-code" },
};

const words: Record<Language, Record<ContactName, FieldWording>> = {
  en: {
    firstName: { label: "First name" },
    lastName: { label: "Last name" },
    email: { label: "Email", hint: "For example: name@example.com" },
    phone: { label: "Phone", hint: "10 digits, for example (213) 555-0123" },
    address: { label: "Street address" },
    zip_code: { label: "ZIP code", hint: "5 digits" },
  },
  es: {
    firstName: { label: "Nombre" },
    lastName: { label: "Apellido" },
    email: { label: "Correo electrónico", hint: "Por ejemplo: nombre@example.com" },
    phone: { label: "Teléfono", hint: "10 dígitos, por ejemplo (213) 555-0123" },
    address: { label: "Dirección (calle y número)" },
    zip_code: { label: "Código postal", hint: "5 dígitos" },
  },
};

/** Fields and words of the named questions, in their order. */
export function asking(...names: ContactName[]): {
  fields: Field[];
  words: Record<Language, { [name in ContactName]?: FieldWording }>;
} {
  const chosen = (language: Language) =>
    Object.fromEntries(names.map((name) => [name, words[language][name]]));
  return { fields: names.map((name) => contactFields[name]), words: { en: chosen("en"), es: chosen("es") } };
}

/** A step that asks about the visitor, by these fields in this order. */
export function contactStep(step: Omit<Step, "kind" | "fields">, ...names: ContactName[]): Step {
  const { fields, words } = asking(...names);
  const { en, es } = step.wording;
  return {
    ...step,
    kind: "contact",
    fields,
    wording: { en: { ...en, fields: words.en }, es: { ...es, fields: words.es } },
  };
}
