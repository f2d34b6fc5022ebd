import { medicalTreatmentStates } from "../parts/medical.ts";
import { everySurvey, survey } from "../survey.ts";
import { variant } from "../variant.ts";

/** Medical-treatment variant: short, with a thank-you step before the redirect (ruling 74). Spec 4.1. */
export const medicalTreatment = variant({
  code: "medical-treatment",
  about: "treatment",
  entries: {
    "/survey/medical-treatment": {},
    "/survey/v6": { oid: 160 },
  },
  machine: survey.createMachine({
    id: "medical-treatment",
    ...everySurvey,
    initial: "StartPath",
    states: medicalTreatmentStates,
  }),
});
