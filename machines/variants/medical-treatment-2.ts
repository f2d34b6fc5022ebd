import { medicalTreatmentStates } from "../parts/medical.ts";
import { everySurvey, survey } from "../survey.ts";
import { variant } from "../variant.ts";

/** The second, identical copy of the medical-treatment variant (ruling 75). Spec 4.1. */
export const medicalTreatment2 = variant({
  code: "medical-treatment-2",
  about: "treatment",
  entries: { "/survey/medical-treatment-2": {} },
  machine: survey.createMachine({
    id: "medical-treatment-2",
    ...everySurvey,
    initial: "StartPath",
    states: medicalTreatmentStates,
  }),
});
