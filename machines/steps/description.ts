import { reworded } from "./build.ts";
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
      subHeading: "Bastan unas pocas frases, con sus propias palabras.",
      fields: {
        case_description: {
          label: "Su descripción",
          hint: "Al menos 20 caracteres. Por ejemplo: dónde y cómo fue, y qué le duele.",
        },
      },
      submit: "Continuar",
    },
  },
};

/** A description that is not about an injury, with hints of its own. */
const hinting = (step: Step, hint: { en: string; es: string }): Step => ({
  ...step,
  wording: {
    en: { ...step.wording.en, fields: { case_description: { label: "Your description", hint: hint.en } } },
    es: { ...step.wording.es, fields: { case_description: { label: "Su descripción", hint: hint.es } } },
  },
});

export const duiIncidentDescription = hinting(
  reworded(incidentDescription, {
    en: { heading: "What happened when the police stopped you?" },
    es: { heading: "¿Qué pasó cuando la policía le pidió que se detuviera?" },
  }),
  {
    en: "At least 20 characters. For example: where it was, and what the officer did.",
    es: "Al menos 20 caracteres. Por ejemplo: dónde fue y qué hizo el oficial.",
  },
);

/** The description as the ticket flow asks for it. */
export const ticketDescription = hinting(incidentDescription, {
  en: "At least 20 characters. For example: where it was, and what the ticket says.",
  es: "Al menos 20 caracteres. Por ejemplo: dónde fue y qué dice la multa.",
});
