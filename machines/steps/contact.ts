import { reworded } from "./build.ts";
import { contactStep } from "./contact-fields.ts";
import type { Step } from "./step.ts";

const named = {
  name: "NameAndEmail",
  wording: {
    en: {
      heading: "What is your name?",
      subHeading: "Almost done: only a few details about you are left.",
      submit: "Continue",
    },
    es: {
      heading: "¿Cómo se llama?",
      subHeading: "Ya casi termina: solo faltan algunos datos suyos.",
      submit: "Continuar",
    },
  },
};

export const nameAndEmail = contactStep(named, "firstName", "lastName", "email");

/** As the progress-bar survey asks it, in its order. */
export const emailAndName = contactStep(named, "email", "firstName", "lastName");

/** Where names and email come first, nothing is "almost done". */
export const nameAndEmailFirst = reworded(nameAndEmail, {
  en: { subHeading: "We need it to get back to you about your accident." },
  es: { subHeading: "Lo necesitamos para comunicarnos con usted sobre su accidente." },
});

export const socialDropPII = reworded(nameAndEmailFirst, {
  en: { heading: "First, what is your name?" },
  es: { heading: "Primero, ¿cómo se llama?" },
});

export const dateOfBirth: Step = {
  name: "DateOfBirth",
  kind: "date",
  fields: [{ name: "date_of_birth", kind: "birthDate", autocomplete: "bday" }],
  wording: {
    en: {
      heading: "When were you born?",
      subHeading: "In some states a law firm needs it before it can look at a case.",
      fields: { date_of_birth: { label: "Date of birth", hint: "Month, day and year" } },
      submit: "Continue",
    },
    es: {
      heading: "¿Cuándo nació?",
      subHeading: "En algunos estados, el bufete la necesita antes de revisar un caso.",
      fields: { date_of_birth: { label: "Fecha de nacimiento", hint: "Mes, día y año" } },
      submit: "Continuar",
    },
  },
};

export const zipCode = contactStep(
  {
    name: "ZipCode",
    wording: {
      en: {
        heading: "Where do you live?",
        subHeading: "We look for law firms in your area.",
        submit: "Continue",
      },
      es: {
        heading: "¿Dónde vive?",
        subHeading: "Buscamos bufetes de abogados en su zona.",
        submit: "Continuar",
      },
    },
  },
  "zip_code",
);
