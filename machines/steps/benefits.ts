import { choiceStep, recording, yesNoStep } from "./build.ts";

export const selectAgeGroup = choiceStep(
  "SelectAgeGroup",
  recording("ageGroup", ["under_50", "50_to_59", "60_to_66", "67_or_older"]),
);
export const usCitizen = yesNoStep("USCitizen", "isUSCitizen");
export const securedBenefits = yesNoStep("SecuredBenefits", "secured_benefits");
