import * as v4nv from "../parts/v4nv.ts";
import { everySurvey, survey } from "../survey.ts";
import { variant } from "../variant.ts";

/** v4nvrz: v4nv's main questions, treatment only for the injured, and its contact steps. Spec 4.1. */
export const v4nvRz = variant({
  code: "v4nv-rz",
  entries: { "/survey/v4nv-rz": { oid: 188 } },
  sendsDqFlag: true,
  machine: survey.createMachine({
    id: "v4nv-rz",
    ...everySurvey,
    initial: "StartPath",
    states: {
      StartPath: { always: "WhenWasTheAccident" },
      WhenWasTheAccident: { on: { NEXT: "AtFault" } },
      AtFault: { on: { NEXT: "WasUserInjured" } },
      WasUserInjured: {
        meta: { question: "whichInjury" },
        on: {
          NEXT: [{ guard: "injured", target: "DidYouReceiveMedicalTreatment" }, { target: "HasLawyer" }],
        },
      },
      DidYouReceiveMedicalTreatment: { on: { NEXT: "HasLawyer" } },
      HasLawyer: { on: { NEXT: "IncidentDescription" } },
      IncidentDescription: { on: { NEXT: "contact" } },

      ...v4nv.contact,
    },
  }),
});
