import * as v4nv from "../parts/v4nv.ts";
import { everySurvey, survey } from "../survey.ts";
import { variant } from "../variant.ts";

/** crashComped v4nv: a lawyer leads straight to funding, without confirmation. Spec 4.1. */
export const crashComped = variant({
  code: "crash-comped",
  entries: { "/survey/crash-comped": {} },
  sendsDqFlag: true,
  machine: survey.createMachine({
    id: "crash-comped",
    ...everySurvey,
    initial: "StartPath",
    states: {
      StartPath: v4nv.startPath,
      ...v4nv.accident,

      HasLawyer: {
        on: {
          NEXT: [
            { guard: "spanishPath", target: "IncidentDescription" },
            { guard: "overTwoYears", target: "IncidentDescription" },
            { guard: "hasLawyer", target: "InterestedInFunding" },
            { target: "IncidentDescription" },
          ],
        },
      },
      ...v4nv.funding,
      ...v4nv.description,
      ...v4nv.contact,
    },
  }),
});
