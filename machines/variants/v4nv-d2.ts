import { contactWithListedBuyers } from "../buyer-parts.ts";
import { everySurvey, survey } from "../survey.ts";
import * as v4nv from "../v4nv-parts.ts";
import { variant } from "../variant.ts";

/**
 * v4nv with one-to-one consent for five fixed buyers, whom the operator names; without a name the last step is
 * shortened. No service is asked. Spec 2.4 and 9.
 */
export const v4nvD2 = variant({
  code: "v4nv-d2",
  entries: { "/survey/v4nv-d2": {} },
  sendsDqFlag: true,
  machine: survey.createMachine({
    id: "v4nv-d2",
    ...everySurvey,
    initial: "StartPath",
    states: {
      StartPath: v4nv.startPath,
      ...v4nv.accident,
      ...v4nv.lawyer,
      ...v4nv.funding,
      ...v4nv.description,
      ...contactWithListedBuyers("v4nv-d2"),
    },
  }),
});
