import { reworded } from "./build.ts";
import type { FieldWording, Language, Step } from "./step.ts";

/** The box for a description, with an example of what to write. */
const box = (hint: Record<Language, string>): Record<Language, { case_description: FieldWording }> => ({
  en: {
    case_description: {
      label: "Your description",
      hint: hint.en,
      missing: "Tell us what happened, in your own words.",
      called: "your description",
    },
  },
  es: {
    case_description: {
      label: "Su descripción",
      hint: hint.es,
      missing: "Cuéntenos qué pasó, con sus propias palabras.",
      called: "su descripción",
    },
  },
});

const ofAnAccident = box({
  en: "For example: where it was, how it happened, and whether anything hurts.",
  es: "Por ejemplo: dónde fue, cómo pasó y si le duele algo.",
});

export const incidentDescription: Step = {
  name: "IncidentDescription",
  kind: "description",
  fields: [{ name: "case_description", kind: "description" }],
  wording: {
    en: {
      heading: "What happened?",
      subHeading: "In your own words. One or two sentences are enough.",
      fields: ofAnAccident.en,
      submit: "Continue",
    },
    es: {
      heading: "¿Qué pasó?",
      subHeading: "Cuéntelo con sus palabras. Con una o dos frases basta.",
      fields: ofAnAccident.es,
      submit: "Continuar",
    },
  },
};

/** A description that is not about an injury, with an example of its own. */
const hinting = (step: Step, hint: Record<Language, string>): Step => {
  const fields = box(hint);
  const { en, es } = step.wording;
  return { ...step, wording: { en: { ...en, fields: fields.en }, es: { ...es, fields: fields.es } } };
};

export const duiIncidentDescription = hinting(
  reworded(incidentDescription, {
    // A visitor who faces charges must know before writing that it may be used against them.
    en: {
      heading: "What happened when the police stopped you?",
      subHeading:
        "Don’t write anything you would only tell your own lawyer. We are not a law firm, so what you send here may not be privileged.",
    },
    es: {
      heading: "¿Qué pasó cuando lo paró la policía?",
      subHeading:
        "No escriba nada que solo le diría a su propio abogado. No somos un bufete, así que lo que envíe puede no ser confidencial ante la ley.",
    },
  }),
  {
    en: "For example: where it was, and what the officer did.",
    es: "Por ejemplo: dónde fue y qué hizo el oficial.",
  },
);

/** The description as the ticket flow asks for it. */
export const ticketDescription = hinting(incidentDescription, {
  en: "For example: where it was, and what the ticket says.",
  es: "Por ejemplo: dónde fue y qué dice la multa.",
});
