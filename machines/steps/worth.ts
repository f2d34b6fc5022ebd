import { choiceStep } from "./build.ts";

export const autoAccidentCaseWorth = choiceStep(
  "AutoAccidentCaseWorth",
  "case_worth_interest",
  {
    en: {
      heading: "Is it important to you to know what your case may be worth?",
      subHeading:
        "It depends on your injuries, your bills, the pay you lost, who was at fault and the insurance. Only a lawyer who has seen your records can estimate it.",
    },
    es: {
      heading: "¿Es importante para usted saber cuánto podría valer su caso?",
      subHeading:
        "Depende de sus lesiones, sus gastos, el sueldo que perdió, quién tuvo la culpa y el seguro. Solo un abogado que vea sus documentos puede calcularlo.",
    },
  },
  { yes: ["Yes", "Sí"], no: ["No", "No"], unsure: ["I’m not sure", "No sé"] },
);
