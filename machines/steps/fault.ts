import { choiceStep } from "./build.ts";

export const atFault = choiceStep(
  "AtFault",
  [
    { value: "no", records: { at_Fault: "no" } },
    { value: "yes", records: { at_Fault: "yes" } },
    { value: "partially", records: { at_Fault: "yes", partial_fault: "yes" } },
  ],
  {
    en: {
      heading: "Was the accident your fault?",
      subHeading: "Tell us how you see it. It does not have to be settled yet.",
    },
    es: {
      heading: "¿Tuvo usted la culpa del accidente?",
      subHeading: "Díganos cómo lo ve usted, aunque todavía no esté decidido.",
    },
  },
  { no: ["No", "No"], yes: ["Yes", "Sí"], partially: ["Partly", "En parte"] },
);
