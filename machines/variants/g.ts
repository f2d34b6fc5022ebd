import { questionsOfF } from "../parts/f.ts";
import { everySurvey, survey } from "../survey.ts";
import { variant } from "../variant.ts";

/** Variant G: the questions of F, but a step scrolls to the survey's anchor. Spec 4.1. */
export const g = variant({
  code: "g",
  entries: {
    "/survey/g": {},
    "/survey-google": { oid: 57 },
    "/g": { oid: 57 },
  },
  scrollTo: "anchor",
  machine: survey.createMachine({
    id: "g",
    ...everySurvey,
    initial: "StartPath",
    states: questionsOfF(5),
  }),
});
