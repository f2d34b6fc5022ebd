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
      subHeading: "Your own view is enough. It doesn’t have to be decided yet.",
    },
    es: {
      heading: "¿Tuvo usted la culpa del accidente?",
      subHeading: "Nos basta con lo que usted piensa. Todavía no tiene que estar decidido.",
    },
  },
  { no: ["No", "No"], yes: ["Yes", "Sí"], partially: ["Partly", "En parte"] },
);
