import type { Step } from "./step.ts";

export const hasLawyer: Step = {
  name: "HasLawyer",
  kind: "choice",
  options: [
    { value: "no", records: { with_Lawyer: "no" } },
    { value: "yes", records: { with_Lawyer: "yes", lawyer_redirect_reason: "have_attorney|yes" } },
    {
      value: "yes_but_I_want_a_new_lawyer",
      records: { with_Lawyer: "yes", lawyer_redirect_reason: "have_attorney|yes_but_I_want_a_new_lawyer" },
      look: "link",
    },
  ],
  wording: {
    en: {
      heading: "Do you have a lawyer for this accident?",
      options: {
        no: "No",
        yes: "Yes",
        yes_but_I_want_a_new_lawyer: "Yes, but I want a new lawyer",
      },
    },
    es: {
      heading: "¿Ya tiene abogado para este accidente?",
      options: {
        no: "No",
        yes: "Sí",
        yes_but_I_want_a_new_lawyer: "Sí, pero quiero cambiar de abogado",
      },
    },
  },
};
