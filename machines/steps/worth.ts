import { choiceStep, recording, reworded } from "./build.ts";

export const autoAccidentCaseWorth = choiceStep(
  "AutoAccidentCaseWorth",
  recording("case_worth_interest", ["yes", "no", "unsure"]),
);

/** The same question for visitors who may be hurt or charged, which is not known yet. */
export const worthOrCost = reworded(autoAccidentCaseWorth, "worthOrCost");
