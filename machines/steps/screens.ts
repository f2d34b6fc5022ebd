import type { Step } from "./step.ts";

const info = (name: string): Step => ({ name, words: [name], kind: "info" });

export const getStartedFirstStep = info("GetStartedFirstStep");

/** Shown once the answers are stored; leaving it leads to the thank-you page (ruling 74). */
export const thankYouStep = info("ThankYouStep");

/** First screen of the multi-step survey. */
export const showQuestions = info("ShowQuestions");

/** Closes the benefits flow (ruling 102). */
export const closing: Step = {
  name: "Closing",
  words: ["Closing"],
  kind: "end",
  links: {
    account: { secured_benefits: ["yes"] },
    disability: { ageGroup: ["under_50", "50_to_59"], secured_benefits: ["no"] },
    earlyRetirement: { ageGroup: ["60_to_66"], secured_benefits: ["no"] },
    fullRetirement: { ageGroup: ["67_or_older"], secured_benefits: ["no"] },
    medicareSoon: { ageGroup: ["60_to_66"] },
    medicare: { ageGroup: ["67_or_older"] },
    benefits: { isUSCitizen: ["yes"] },
    benefitsForSome: { isUSCitizen: ["no"] },
  },
};

/** Tells a visitor of the one-page survey that their case does not fit, and where else to turn (spec 4.2; ruling 16). */
export const disqualified: Step = {
  name: "Disqualified",
  words: ["Disqualified"],
  kind: "end",
  turnsAway: true,
  links: { whereToTurn: {} },
};
