import { everySurvey, survey } from "../survey.ts";
import * as v4nv from "../v4nv-parts.ts";
import { variant } from "../variant.ts";

/** v5nv: v4nv with a thank-you page of its own. Spec 2.4. */
export const v5nv = variant({
  code: "v5nv",
  entries: { "/survey/v5nv": {} },
  landingPart: "surveyv5nv",
  thankYou: "/survey-v5-thank-you/",
  sendsDqFlag: true,
  machine: survey.createMachine({
    id: "v5nv",
    ...everySurvey,
    initial: "StartPath",
    states: {
      StartPath: v4nv.startPath,
      ...v4nv.accident,
      ...v4nv.lawyer,
      ...v4nv.funding,
      ...v4nv.description,
      ...v4nv.contact,
    },
  }),
});
