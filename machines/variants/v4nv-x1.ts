import { contactWithListedBuyers } from "../buyer-parts.ts";
import { everySurvey, survey } from "../survey.ts";
import * as v4nv from "../v4nv-parts.ts";
import { variant } from "../variant.ts";

/**
 * v4nv with one-to-one consent for one fixed buyer, whom the operator names; without a name the last step is
 * shortened. No service is asked. Spec 2.4 and 9.
 */
export const v4nvX1 = variant({
  code: "v4nv-x1",
  entries: { "/survey/v4nv-x1": {} },
  sendsDqFlag: true,
  machine: survey.createMachine({
    id: "v4nv-x1",
    ...everySurvey,
    initial: "StartPath",
    states: {
      StartPath: v4nv.startPath,
      ...v4nv.accident,
      ...v4nv.lawyer,
      ...v4nv.funding,
      ...v4nv.description,
      ...contactWithListedBuyers("v4nv-x1"),
    },
  }),
});
