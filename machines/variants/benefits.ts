import { everySurvey, survey } from "../survey.ts";
import { variant } from "../variant.ts";

/** Benefits flow: three questions and a closing screen; nothing is posted (ruling 102). Spec 4.2. */
export const benefits = variant({
  code: "benefits",
  entries: { "/survey/benefits": {} },
  flow: "benefits",
  machine: survey.createMachine({
    id: "benefits",
    ...everySurvey,
    initial: "StartPath",
    states: {
      StartPath: { always: "SelectAgeGroup" },
      SelectAgeGroup: { on: { NEXT: "USCitizen" } },
      USCitizen: { on: { NEXT: "SecuredBenefits" } },
      SecuredBenefits: { on: { NEXT: "Closing" } },
      Closing: { type: "final", meta: { progress: 100 } },
    },
  }),
});
