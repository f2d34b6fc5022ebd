import { asking } from "./contact-fields.ts";
import type { Step, StepWording } from "./step.ts";

/** The questions whose button gives the consent and sends the answers. */

const send = { en: "Send my answers", es: "Enviar mis respuestas" };
const reach: { en: StepWording; es: StepWording } = {
  en: { heading: "How can we reach you?", submit: send.en },
  es: { heading: "¿Cómo podemos comunicarnos con usted?", submit: send.es },
};

const phoneAndZipFields = asking("phone", "zip_code");

export const phoneAndZip: Step = {
  name: "PhoneAndZip",
  kind: "contact",
  asksConsent: true,
  fields: phoneAndZipFields.fields,
  wording: {
    en: { ...reach.en, fields: phoneAndZipFields.words.en },
    es: { ...reach.es, fields: phoneAndZipFields.words.es },
  },
};

export const ticketPhoneAndZip: Step = { ...phoneAndZip, consentForm: "ticket" };

const zipFirst = asking("zip_code", "phone");

/** As the progress-bar survey asks it, in its order. */
export const zipAndPhone: Step = {
  ...phoneAndZip,
  fields: zipFirst.fields,
  wording: {
    en: { ...reach.en, fields: zipFirst.words.en },
    es: { ...reach.es, fields: zipFirst.words.es },
  },
};

const allFields = asking("firstName", "lastName", "email", "phone", "zip_code");

/** The combined last step. */
export const allPii: Step = {
  name: "AllPii",
  kind: "contact",
  asksConsent: true,
  fields: allFields.fields,
  wording: {
    en: { heading: "Who are you, and how can we reach you?", fields: allFields.words.en, submit: send.en },
    es: {
      heading: "¿Cómo se llama y cómo podemos comunicarnos con usted?",
      fields: allFields.words.es,
      submit: send.es,
    },
  },
};

const phoneField = asking("phone");

/** One-to-one consent: the buyers are named. */
export const phoneAndBuyersConsent: Step = {
  name: "PhoneAndBuyersConsent",
  kind: "contact",
  asksConsent: true,
  consentForm: "buyers",
  fields: phoneField.fields,
  wording: {
    en: { ...reach.en, fields: phoneField.words.en },
    es: { ...reach.es, fields: phoneField.words.es },
  },
};

/** One-to-one consent where no buyer can be named. */
export const phoneAbbreviatedTCPA: Step = {
  ...phoneAndBuyersConsent,
  consentForm: "abbreviated",
};
