import type { Step } from "./step.ts";

export const incidentDescription: Step = {
  name: "IncidentDescription",
  kind: "description",
  fields: [{ name: "case_description", kind: "description" }],
  wording: {
    en: {
      heading: "What happened?",
      subHeading: "A few sentences in your own words are enough.",
      fields: {
        case_description: {
          label: "Your description",
          hint: "At least 20 characters. For example: where it happened, how, and where it hurts.",
        },
      },
      submit: "Continue",
    },
    es: {
      heading: "¿Qué pasó?",
      subHeading: "Bastan unas frases con sus propias palabras.",
      fields: {
        case_description: {
          label: "Su descripción",
          hint: "Al menos 20 letras. Por ejemplo: dónde y cómo fue, y qué le duele.",
        },
      },
      submit: "Continuar",
    },
  },
};
