import { recording } from "./build.ts";
import type { Step } from "./step.ts";

export const autoAccidentCaseWorth: Step = {
  name: "AutoAccidentCaseWorth",
  kind: "choice",
  options: recording("case_worth_interest", ["yes", "no", "unsure"]),
  wording: {
    en: {
      heading: "Would you like to know what your case may be worth?",
      subHeading: "Only a lawyer who knows your case can tell you. Finding one starts here.",
      options: { yes: "Yes", no: "No", unsure: "I’m not sure" },
    },
    es: {
      heading: "¿Le gustaría saber cuánto podría valer su caso?",
      subHeading: "Solo un abogado que conozca su caso puede decirlo. Aquí empieza la búsqueda.",
      options: { yes: "Sí", no: "No", unsure: "No sé" },
    },
  },
};
