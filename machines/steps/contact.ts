import { dateBoxes, reworded } from "./build.ts";
import { contactStep } from "./contact-fields.ts";
import type { Step } from "./step.ts";

const named = {
  name: "NameAndEmail",
  wording: {
    en: {
      heading: "What’s your name and email?",
      subHeading: "Last part: how a law firm can reach you.",
      submit: "Continue",
    },
    es: {
      heading: "¿Cuál es su nombre y su correo?",
      subHeading: "Última parte: cómo puede comunicarse con usted un bufete.",
      submit: "Continuar",
    },
  },
};

export const nameAndEmail = contactStep(named, "firstName", "lastName", "email");

/** The step as the progress-bar survey asks it, in its order. */
export const emailAndName = contactStep(named, "email", "firstName", "lastName");

/** Where names and email come first, nothing is "almost done". */
export const nameAndEmailFirst = reworded(nameAndEmail, {
  en: {
    subHeading:
      "So that we can write to you. Nothing goes to a law firm until you send your answers at the end.",
  },
  es: {
    subHeading:
      "Para poder escribirle. Nada llega a un bufete hasta que usted envíe sus respuestas al final.",
  },
});

export const socialDropPII = reworded(nameAndEmailFirst, {
  en: { heading: "First, what’s your name and email?" },
  es: { heading: "Primero, ¿cuál es su nombre y su correo?" },
});

export const dateOfBirth: Step = {
  name: "DateOfBirth",
  kind: "date",
  fields: [{ name: "date_of_birth", kind: "birthDate", autocomplete: "bday" }],
  wording: {
    en: {
      heading: "When were you born?",
      subHeading: "In some states, a law firm needs this before it can review a case.",
      fields: {
        date_of_birth: {
          label: "Date of birth",
          hint: "Numbers only, for example 3 27 1980",
          boxes: dateBoxes.en,
          missing: "Enter your date of birth.",
        },
      },
      submit: "Continue",
    },
    es: {
      heading: "¿Cuándo nació?",
      subHeading: "En algunos estados, un bufete necesita este dato antes de revisar un caso.",
      fields: {
        date_of_birth: {
          label: "Fecha de nacimiento",
          hint: "Solo números, por ejemplo 3 27 1980",
          boxes: dateBoxes.es,
          missing: "Escriba su fecha de nacimiento.",
        },
      },
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
        subHeading: "We look for law firms near you.",
        submit: "Continue",
      },
      es: {
        heading: "¿Dónde vive?",
        subHeading: "Buscamos bufetes de abogados cerca de usted.",
        submit: "Continuar",
      },
    },
  },
  "zip_code",
);
