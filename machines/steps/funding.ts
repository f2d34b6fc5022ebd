import { PHONE_MASK } from "../rules/limits.ts";
import { choiceStep, recording, yesNoStep } from "./build.ts";
import type { Step } from "./step.ts";

export const interestedInFunding = yesNoStep("InterestedInFunding", "interested_in_psf");

export const fundingAmount = choiceStep(
  "FundingAmount",
  recording("funding_amount", ["under_1000", "1000_to_5000", "5000_to_10000", "over_10000"]),
);

export const hasCaseBeenSettled = yesNoStep("HasCaseBeenSettled", "settled_case");
export const hasReceivedFunding = yesNoStep("HasReceivedFunding", "prior_funding");

export const lawFirmDetails: Step = {
  name: "LawFirmDetails",
  words: ["LawFirmDetails"],
  kind: "form",
  fields: [
    { name: "law_firm_name", kind: "text" },
    { name: "law_firm_phone", kind: "phone", mask: PHONE_MASK, required: false, autocomplete: "off" },
  ],
};
