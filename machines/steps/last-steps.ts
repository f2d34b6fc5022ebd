import { contactStep } from "./contact-fields.ts";
import type { Step } from "./step.ts";

/** The questions whose button gives consent and sends the answers. */

const send = { en: "Send my answers", es: "Enviar mis respuestas" };
const last = {
  asksConsent: true,
  wording: {
    en: {
      heading: "What number should a law firm call?",
      subHeading: "If a firm can help, it or its partners may call or text you. You can say no at any time.",
      submit: send.en,
    },
    es: {
      heading: "¿A qué número puede llamarle un abogado?",
      subHeading:
        "Si un bufete puede ayudarle, ese bufete o sus empresas asociadas pueden llamarle o escribirle. Puede decir que no en cualquier momento.",
      submit: send.es,
    },
  },
};

export const phoneAndZip = contactStep({ ...last, name: "PhoneAndZip" }, "phone", "zip_code");

export const ticketPhoneAndZip: Step = { ...phoneAndZip, consentForm: "ticket" };

/** The step as the progress-bar survey asks it, in its order. */
export const zipAndPhone = contactStep({ ...last, name: "PhoneAndZip" }, "zip_code", "phone");

/** The same form in surveys where it asks for the name too. */
const lastWithName = {
  asksConsent: true,
  wording: {
    en: { ...last.wording.en, heading: "How can a law firm reach you?" },
    es: { ...last.wording.es, heading: "¿Cómo puede comunicarse un abogado con usted?" },
  },
};

/** The last form of the multi-step survey. */
export const formThirdQuestions: Step = {
  ...contactStep({ ...lastWithName, name: "FormThirdQuestions" }, "firstName", "lastName", "email", "phone"),
  kind: "form",
};

export const allPii = contactStep(
  { ...lastWithName, name: "AllPii" },
  ...(["firstName", "lastName", "email", "phone", "zip_code"] as const),
);

/** One-to-one consent: the buyers are named, and there may be more than one. */
export const phoneAndBuyersConsent = contactStep(
  {
    name: "PhoneAndBuyersConsent",
    asksConsent: true,
    consentForm: "buyers",
    wording: {
      en: {
        heading: "What’s your phone number?",
        submit: send.en,
      },
      es: {
        heading: "¿Cuál es su número de teléfono?",
        submit: send.es,
      },
    },
  },
  "phone",
);

/** One-to-one consent where no buyer can be named: one firm is looked for, as elsewhere. */
export const phoneAbbreviatedTCPA = contactStep(
  { ...last, name: "PhoneAndBuyersConsent", consentForm: "abbreviated" },
  "phone",
);
