import { choiceStep, yesNoStep } from "./build.ts";

const reason = "have_attorney|yes";

export const hasLawyer = choiceStep(
  "HasLawyer",
  [
    { value: "no", records: { with_Lawyer: "no" } },
    { value: "yes", records: { with_Lawyer: "yes", lawyer_redirect_reason: reason } },
    {
      value: "yes_but_I_want_a_new_lawyer",
      records: { with_Lawyer: "yes", lawyer_redirect_reason: `${reason}_but_I_want_a_new_lawyer` },
      look: "link",
    },
  ],
  {
    en: { heading: "Do you have a lawyer for this accident?" },
    es: { heading: "¿Ya tiene abogado para este accidente?" },
  },
  {
    no: ["No", "No"],
    yes: ["Yes", "Sí"],
    yes_but_I_want_a_new_lawyer: ["Yes, but I want a new lawyer", "Sí, pero quiero cambiar de abogado"],
  },
);

/** No withdraws the lawyer and with it the reason (ruling 14); yes leaves the reason given before. */
export const confirmationHasLawyer = yesNoStep(
  "ConfirmationHasLawyer",
  [
    { value: "yes", records: { with_Lawyer: "yes" } },
    { value: "no", records: { with_Lawyer: "no", lawyer_redirect_reason: "" } },
  ],
  {
    en: {
      heading: "Just to be sure: do you already have a lawyer for this case?",
      subHeading: "Answer yes if you have signed an agreement with a law firm.",
    },
    es: {
      heading: "Para estar seguros: ¿ya tiene un abogado en este caso?",
      subHeading: "Responda que sí si ya firmó un contrato con un bufete.",
    },
  },
);

export const doYouHaveAttorney = yesNoStep("DoYouHaveAttorney", "with_Lawyer", {
  en: { heading: "Do you have an attorney for this ticket?" },
  es: { heading: "¿Ya tiene abogado para esta multa?" },
});
