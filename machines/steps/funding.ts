import { PHONE_MASK } from "../rules/limits.ts";
import { choiceStep, yesNoStep } from "./build.ts";
import type { Step } from "./step.ts";

export const interestedInFunding = yesNoStep("InterestedInFunding", "interested_in_psf", {
  en: {
    heading: "Are you interested in an advance on your settlement?",
    subHeading:
      "We don’t pay advances ourselves. Some companies pay part of what you may get before your case ends. This costs money: they take their fee out of what you get.",
  },
  es: {
    heading: "¿Le interesa un adelanto de su compensación?",
    subHeading:
      "Nosotros no pagamos adelantos. Algunas empresas le pagan una parte de lo que se espera recibir antes de que termine el caso. Esto cuesta dinero: lo que cobran sale de su compensación.",
  },
});

export const fundingAmount = choiceStep(
  "FundingAmount",
  "funding_amount",
  {
    en: { heading: "About how much would you need?" },
    es: { heading: "¿Cuánto necesitaría, más o menos?" },
  },
  {
    under_1000: ["Less than $1,000", "Menos de $1,000"],
    "1000_to_5000": ["$1,000 to $5,000", "De $1,000 a $5,000"],
    "5000_to_10000": ["$5,000 to $10,000", "De $5,000 a $10,000"],
    over_10000: ["More than $10,000", "Más de $10,000"],
  },
);

export const hasCaseBeenSettled = yesNoStep("HasCaseBeenSettled", "settled_case", {
  en: {
    heading: "Has your case been settled?",
    subHeading: "That means you agreed on an amount and signed for it.",
  },
  es: {
    heading: "¿Ya se cerró su caso con un acuerdo?",
    subHeading: "Es decir, ya se acordó una cantidad y usted firmó por ella.",
  },
});

export const hasReceivedFunding = yesNoStep("HasReceivedFunding", "prior_funding", {
  en: { heading: "Have you already received an advance on this case?" },
  es: { heading: "¿Ya recibió un adelanto por este caso?" },
});

export const lawFirmDetails: Step = {
  name: "LawFirmDetails",
  kind: "form",
  fields: [
    { name: "law_firm_name", kind: "text" },
    { name: "law_firm_phone", kind: "phone", mask: PHONE_MASK, required: false, autocomplete: "off" },
  ],
  wording: {
    en: {
      heading: "Which law firm represents you?",
      fields: {
        law_firm_name: {
          label: "Name of the law firm",
          missing: "Enter the name of your law firm.",
          called: "the name of your law firm",
        },
        law_firm_phone: {
          label: "The firm’s phone (optional)",
          hint: "10 digits",
          called: "the firm’s phone number",
        },
      },
      submit: "Continue",
    },
    es: {
      heading: "¿Cuál es su bufete de abogados?",
      fields: {
        law_firm_name: {
          label: "Nombre del bufete",
          missing: "Escriba el nombre de su bufete.",
          called: "el nombre de su bufete",
        },
        law_firm_phone: {
          label: "Teléfono del bufete (opcional)",
          hint: "10 dígitos",
          called: "el teléfono del bufete",
        },
      },
      submit: "Continuar",
    },
  },
};
