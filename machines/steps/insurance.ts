import { choiceStep, yesNoStep } from "./build.ts";

export const activeInsurancePolicy = yesNoStep("ActiveInsurancePolicy", "active_insurance_policy");
export const missedWork = yesNoStep("MissedWork", "missed_work");

/** The answer also decides `injury_rx_qualified` (spec 4.1; ruling 81). */
export const speakingWithADoctor = choiceStep("SpeakingWithADoctor", [
  { value: "yes", records: { speaking_with_doctor: "yes", injury_rx_qualified: "yes" } },
  { value: "no", records: { speaking_with_doctor: "no", injury_rx_qualified: "no" } },
]);

export const hitAndRunIdentified = yesNoStep("HitAndRunIdentified", "hit_and_run_identified");
export const uninsuredMotoristCoverage = yesNoStep(
  "UninsuredMotoristCoverage",
  "uninsured_motorist_coverage",
);
