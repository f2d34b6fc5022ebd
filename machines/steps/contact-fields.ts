import { PHONE_MASK } from "../rules/limits.ts";
import type { Field, FieldWording, Language, Step } from "./step.ts";

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

const words: Record<Language, Record<ContactName, FieldWording>> = {
  en: {
    firstName: { label: "First name", missing: "Enter your first name.", called: "your first name" },
    lastName: { label: "Last name", missing: "Enter your last name.", called: "your last name" },
    email: {
      label: "Email",
      hint: "For example: name@example.com",
      missing: "Enter your email address.",
      called: "your email address",
    },
    phone: {
      label: "Phone",
      hint: "10 digits",
      missing: "Enter your phone number.",
      called: "your phone number",
    },
    address: {
      label: "Street address",
      missing: "Enter your street address.",
      called: "your street address",
    },
    zip_code: { label: "ZIP code", hint: "5 digits", missing: "Enter your ZIP code." },
  },
  es: {
    firstName: { label: "Nombre", missing: "Escriba su nombre.", called: "su nombre" },
    lastName: { label: "Apellido", missing: "Escriba su apellido.", called: "su apellido" },
    email: {
      label: "Correo electrónico",
      hint: "Por ejemplo: nombre@example.com",
      missing: "Escriba su correo electrónico.",
      called: "su correo electrónico",
    },
    phone: {
      label: "Teléfono",
      hint: "10 dígitos",
      missing: "Escriba su número de teléfono.",
      called: "su número de teléfono",
    },
    address: {
      label: "Dirección (calle y número)",
      missing: "Escriba su dirección, con calle y número.",
      called: "su dirección",
    },
    zip_code: { label: "Código postal", hint: "5 dígitos", missing: "Escriba su código postal." },
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
