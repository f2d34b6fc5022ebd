import { accident, contact, description, funding, lawyer, startPath } from "../parts/v4nv.ts";
import { everySurvey, survey } from "../survey.ts";
import { variant } from "../variant.ts";

/**
 * v4nv, the fullest: insurance and work for serious recent injuries, treatment while it may still help, funding for
 * visitors with a lawyer, and a hit and run's follow-ups. Spec 4.1.
 */
export const v4nv = variant({
  code: "v4nv",
  entries: { "/survey/v4nv": {} },
  landingPart: "surveyv4nv",
  sendsDqFlag: true,
  machine: survey.createMachine({
    id: "v4nv",
    ...everySurvey,
    initial: "StartPath",
    states: {
      StartPath: startPath,
      ...accident,
      ...lawyer,
      ...funding,
      ...description,
      ...contact,
    },
  }),
});
