import { v4nvWith } from "../parts/v4nv.ts";

/** v5nv: v4nv with a thank-you page of its own. Spec 2.4. */
export const v5nv = v4nvWith({
  code: "v5nv",
  landingPart: "surveyv5nv",
  thankYou: "/survey-v5-thank-you/",
});
