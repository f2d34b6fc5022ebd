import { choiceStep, recording, yesNoStep } from "./build.ts";
import type { Option } from "./step.ts";

export const pendingDUICharges = yesNoStep("PendingDUICharges", "pending_dui_charges");

/** Without a test there is no level to ask for (spec 4.1). */
const untested = (value: string): Option => ({
  value,
  records: { type_of_alcohol_test_performed: value, bac_level: "dont_know" },
});

export const typeOfAlcoholTestPerformed = choiceStep("TypeOfAlcoholTestPerformed", [
  ...recording("type_of_alcohol_test_performed", ["breath_test", "blood_test", "urine_test"]),
  untested("no_test"),
  untested("refused_test"),
]);

export const bacMeasuredByTest = choiceStep(
  "BACMeasuredByTest",
  recording("bac_level", ["under_0_08", "0_08_to_0_15", "over_0_15", "dont_know"]),
);

export const userHasDUI = yesNoStep("UserHasDUI", "prior_alcohol_related_offense");
