import { and, not } from "xstate";
import { everySurvey, survey } from "../../../machines/survey.ts";

/**
 * A chart whose guards read answers given long before, behind a router and inside `and` and `not`: what
 * the surveys to come are like, and where exploring by state value alone loses states.
 */
export const farGuards = survey.createMachine({
  id: "far",
  ...everySurvey,
  initial: "AtFault",
  states: {
    AtFault: { on: { NEXT: "WasUserInjured" } },
    WasUserInjured: { on: { NEXT: "PoliceReportFiled" } },
    PoliceReportFiled: { on: { NEXT: "router" } },
    router: {
      always: [
        { guard: and(["notInjured", "atFault"]), target: "HasLawyer" },
        { guard: not("notInjured"), target: "TypeOfMedicalTreatment" },
        { target: "thankYou" },
      ],
    },
    HasLawyer: { on: { NEXT: "thankYou" } },
    TypeOfMedicalTreatment: { on: { NEXT: "thankYou" } },
    thankYou: { type: "final" },
  },
});
