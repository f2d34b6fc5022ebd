import { questionsOfF } from "../parts/f.ts";
import { everySurvey, survey } from "../survey.ts";
import { variant } from "../variant.ts";

/** Variant F: visitors who needed no treatment are asked about the future, all others when they sought it. Spec 4.1. */
export const f = variant({
  code: "f",
  entries: {
    "/survey/f": {},
    "/f": { oid: 102 },
  },
  transformedLead: true,
  machine: survey.createMachine({
    id: "f",
    ...everySurvey,
    initial: "StartPath",
    states: questionsOfF(10),
  }),
});
