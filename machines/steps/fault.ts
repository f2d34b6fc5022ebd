import type { Step } from "./step.ts";

export const atFault: Step = {
  name: "AtFault",
  kind: "choice",
  options: [
    { value: "no", records: { at_Fault: "no" } },
    { value: "yes", records: { at_Fault: "yes" } },
    { value: "partially", records: { at_Fault: "yes", partial_fault: "yes" } },
  ],
  wording: {
    en: {
      heading: "Was the accident your fault?",
      subHeading: "Tell us how you see it. It does not have to be settled yet.",
      options: { no: "No", yes: "Yes", partially: "Partly" },
    },
    es: {
      heading: "¿Tuvo usted la culpa del accidente?",
      subHeading: "Díganos cómo lo ve usted, aunque todavía no esté decidido.",
      options: { no: "No", yes: "Sí", partially: "En parte" },
    },
  },
};
