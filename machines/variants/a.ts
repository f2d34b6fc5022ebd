import { checksEmail, checksPhoneAndZip } from "../parts/contact.ts";
import { submitsLead } from "../parts/submitting.ts";
import { everySurvey, survey } from "../survey.ts";
import { variant } from "../variant.ts";

/** Variant A: case worth and vehicle first; an injury loads a pixel and asks about treatment. Spec 4.1. */
export const a = variant({
  code: "a",
  entries: {
    "/survey/a": {},
    "/survey/v2": {},
    "/survey-sd/v4": { oid: 152, affid: 340 },
    "/yt": { oid: 56 },
  },
  machine: survey.createMachine({
    id: "a",
    ...everySurvey,
    initial: "StartPath",
    states: {
      StartPath: { entry: "loadMediaScript", always: "AutoAccidentCaseWorth" },
      AutoAccidentCaseWorth: { on: { NEXT: "OtherDriversVehicleType" } },
      OtherDriversVehicleType: { on: { NEXT: "WhenWasTheAccident" } },
      WhenWasTheAccident: { on: { NEXT: "AtFault" } },
      AtFault: { on: { NEXT: "WasUserInjured" } },
      WasUserInjured: {
        on: {
          NEXT: [
            { guard: "notInjured", target: "PoliceReportFiled" },
            { target: "TypeOfMedicalTreatment", actions: "loadTrackingPixel" },
          ],
        },
      },
      TypeOfMedicalTreatment: { on: { NEXT: "PoliceReportFiled" } },
      PoliceReportFiled: { on: { NEXT: "HasLawyer" } },
      HasLawyer: { on: { NEXT: "IncidentDescription" } },
      IncidentDescription: { on: { NEXT: "NameAndEmail" } },

      NameAndEmail: { ...checksEmail, onDone: "PhoneAndZip" },
      PhoneAndZip: { ...checksPhoneAndZip, onDone: "submitting" },
      submitting: { ...submitsLead, meta: { progress: 100 }, onDone: "thankYou" },
      thankYou: { type: "final" },
    },
  }),
});
