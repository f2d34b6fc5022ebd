import { choiceStep, recording } from "./build.ts";
import type { Step } from "./step.ts";

/**
 * Name of the step that the specification gives as {hash}: its real name was redacted there. What it
 * asks is our reading (ruling 9): it is the only place left for `when_seek_medical_treatment`.
 */
export const hashStep = "{hash}";

/** `first_week` is the specification's value; the later ones are ours. */
export const sought = ["first_week", "second_week", "first_month", "after_first_month"];

export const whenSeekMedicalTreatment: Step = {
  ...choiceStep(hashStep, recording("when_seek_medical_treatment", [...sought, "not_yet"])),
  assumed: "Its name was redacted in the specification; the question is our reading of it.",
};
