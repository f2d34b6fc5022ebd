import type { Step } from "./step.ts";

export const nameAndEmail: Step = {
  name: "NameAndEmail",
  kind: "contact",
  fields: [
    { name: "firstName", kind: "name", autocomplete: "given-name" },
    { name: "lastName", kind: "name", autocomplete: "family-name" },
    { name: "email", kind: "email", autocomplete: "email" },
  ],
  wording: {
    en: {
      heading: "Who should we ask for?",
      subHeading: "Almost done: two short steps left.",
      fields: {
        firstName: { label: "First name" },
        lastName: { label: "Last name" },
        email: { label: "Email", hint: "For example: name@example.com" },
      },
      submit: "Continue",
    },
    es: {
      heading: "¿Cómo se llama usted?",
      subHeading: "Ya casi termina: quedan dos pasos cortos.",
      fields: {
        firstName: { label: "Nombre" },
        lastName: { label: "Apellido" },
        email: { label: "Correo electrónico", hint: "Por ejemplo: nombre@example.com" },
      },
      submit: "Continuar",
    },
  },
};

export const phoneAndZip: Step = {
  name: "PhoneAndZip",
  kind: "contact",
  asksConsent: true,
  fields: [
    { name: "phone", kind: "phone", autocomplete: "tel" },
    { name: "zip_code", kind: "zip", autocomplete: "postal-code" },
  ],
  wording: {
    en: {
      heading: "Where can we reach you?",
      fields: {
        phone: { label: "Phone", hint: "10 digits, for example (213) 555-0123" },
        zip_code: { label: "ZIP code", hint: "5 digits" },
      },
      submit: "Send my answers",
    },
    es: {
      heading: "¿Dónde podemos localizarle?",
      fields: {
        phone: { label: "Teléfono", hint: "10 dígitos, por ejemplo (213) 555-0123" },
        zip_code: { label: "Código postal", hint: "5 dígitos" },
      },
      submit: "Enviar mis respuestas",
    },
  },
};
