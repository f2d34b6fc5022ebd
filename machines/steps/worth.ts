import { choiceStep } from "./build.ts";

const answers = { yes: ["Yes", "Sí"], no: ["No", "No"], unsure: ["I’m not sure", "No sé"] } as const;

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
  answers,
);

/** The same question for visitors who may be hurt or charged, which is not known yet. */
export const worthOrCost = choiceStep(
  "AutoAccidentCaseWorth",
  "case_worth_interest",
  {
    en: {
      heading: "Is it important to you to know what’s at stake?",
      subHeading:
        "If you were hurt, what a claim may be worth. If you’re charged, what that may cost you. Only a lawyer who has seen your records can say.",
    },
    es: {
      heading: "¿Es importante para usted saber qué está en juego?",
      subHeading:
        "Si se lastimó, cuánto podría valer un reclamo. Si tiene cargos, cuánto podrían costarle. Solo un abogado que vea sus documentos puede decirlo.",
    },
  },
  answers,
);
