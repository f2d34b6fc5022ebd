import { contactWithFoundBuyers } from "../buyer-parts.ts";
import { everySurvey, survey } from "../survey.ts";
import * as v4nv from "../v4nv-parts.ts";
import { variant } from "../variant.ts";

/**
 * v4nv with one-to-one consent: the zip code finds the buyers, and the last step names them, or is
 * shortened where nobody can be named. Spec 4.1 and 8.
 */
export const v4nvOneToOne = variant({
  code: "v4nv-1to1",
  entries: { "/survey/v4nv-1to1": {} },
  sendsDqFlag: true,
  machine: survey.createMachine({
    id: "v4nv-1to1",
    ...everySurvey,
    initial: "StartPath",
    states: {
      StartPath: v4nv.startPath,
      ...v4nv.accident,
      ...v4nv.lawyer,
      ...v4nv.funding,
      ...v4nv.description,
      ...contactWithFoundBuyers,
    },
  }),
});
