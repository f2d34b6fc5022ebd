import { reworded } from "./build.ts";
import { lastStep } from "./contact-fields.ts";
import type { Step } from "./step.ts";

/** The questions whose button gives consent and sends the answers. */

export const phoneAndZip = lastStep("PhoneAndZip", "phone", "zip_code");

export const ticketPhoneAndZip: Step = { ...phoneAndZip, consentForm: "ticket" };

/** The step as the progress-bar survey asks it, in its order. */
export const zipAndPhone = lastStep("PhoneAndZip", "zip_code", "phone");

export const allPii = lastStep("AllPii", "firstName", "lastName", "email", "phone", "zip_code");

/** The last form of the multi-step survey. */
export const formThirdQuestions: Step = {
  ...reworded(lastStep("AllPii", "firstName", "lastName", "email", "phone"), "FormThirdQuestions"),
  kind: "form",
};

/** One-to-one consent: the buyers are named, and there may be more than one. */
export const phoneAndBuyersConsent: Step = {
  ...lastStep("PhoneAndBuyersConsent", "phone"),
  words: ["PhoneAndBuyersConsent"],
  consentForm: "buyers",
};

/** One-to-one consent where no buyer can be named: one firm is looked for, as elsewhere. */
export const phoneAbbreviatedTCPA: Step = {
  ...lastStep("PhoneAbbreviatedTCPA", "phone"),
  consentForm: "abbreviated",
};
