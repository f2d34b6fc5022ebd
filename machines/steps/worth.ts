import { choiceStep } from "./build.ts";

export const autoAccidentCaseWorth = choiceStep(
  "AutoAccidentCaseWorth",
  "case_worth_interest",
  {
    en: {
      heading: "Would you like to know what your case may be worth?",
      subHeading: "Only a lawyer who knows your case can tell you. Finding one starts here.",
    },
    es: {
      heading: "¿Le gustaría saber cuánto podría valer su caso?",
      subHeading: "Solo un abogado que conozca su caso puede decirlo. Aquí empieza la búsqueda.",
    },
  },
  { yes: ["Yes", "Sí"], no: ["No", "No"], unsure: ["I’m not sure", "No sé"] },
);
