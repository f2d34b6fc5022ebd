import { choiceStep, yesNoStep } from "./build.ts";

const reason = "have_attorney|yes";

export const hasLawyer = choiceStep("HasLawyer", [
  { value: "no", records: { with_Lawyer: "no" } },
  { value: "yes", records: { with_Lawyer: "yes", lawyer_redirect_reason: reason } },
  {
    value: "yes_but_I_want_a_new_lawyer",
    records: { with_Lawyer: "yes", lawyer_redirect_reason: `${reason}_but_I_want_a_new_lawyer` },
    look: "link",
  },
]);

/** No withdraws the lawyer and with it the reason (ruling 14); yes leaves the reason given before. */
export const confirmationHasLawyer = choiceStep("ConfirmationHasLawyer", [
  { value: "yes", records: { with_Lawyer: "yes" } },
  { value: "no", records: { with_Lawyer: "no", lawyer_redirect_reason: "" } },
]);

export const doYouHaveAttorney = yesNoStep("DoYouHaveAttorney", "with_Lawyer");
