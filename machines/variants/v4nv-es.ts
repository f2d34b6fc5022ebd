import * as v4nv from "../parts/v4nv.ts";
import { everySurvey, survey } from "../survey.ts";
import { variant } from "../variant.ts";

/** v4nv in Spanish: visitors with a lawyer are not asked about funding. Spec 2.4 and 4.1. */
export const v4nvEs = variant({
  code: "v4nv-es",
  entries: {
    "/survey/v4nv-es": {},
    "/survey/es": { oid: 85 },
  },
  language: "es",
  thankYouExtras: ["lang=es"],
  sendsDqFlag: true,
  machine: survey.createMachine({
    id: "v4nv-es",
    ...everySurvey,
    initial: "StartPath",
    states: {
      StartPath: v4nv.startPath,
      ...v4nv.accident,
      HasLawyer: { on: { NEXT: "IncidentDescription" } },
      ...v4nv.description,
      ...v4nv.contact,
    },
  }),
});
