import { checksEmail, checksPhoneAndZip } from "../parts/contact.ts";
import { submitsLead } from "../parts/submitting.ts";
import { everySurvey, survey } from "../survey.ts";
import { variant } from "../variant.ts";

/** Variant C: timing, vehicle and fault first; only the injured are asked about treatment. Spec 4.1. */
export const c = variant({
  code: "c",
  entries: {
    "/survey/c": {},
    "/survey/v3": {},
    "/survey-sd/v3": {},
    "/survey-sd/v3b": { oid: 152, affid: 340, thankYou: "/survey-thank-you-v3b/", flagsDisqualified: true },
  },
  machine: survey.createMachine({
    id: "c",
    ...everySurvey,
    initial: "StartPath",
    states: {
      StartPath: { always: "WhenWasTheAccident" },
      WhenWasTheAccident: { meta: { progress: 5 }, on: { NEXT: "OtherDriversVehicleType" } },
      OtherDriversVehicleType: { meta: { progress: 10 }, on: { NEXT: "AtFault" } },
      AtFault: { meta: { progress: 30 }, on: { NEXT: "WasUserInjured" } },
      WasUserInjured: {
        meta: { progress: 40 },
        on: {
          NEXT: [{ guard: "notInjured", target: "PoliceReportFiled" }, { target: "TypeOfMedicalTreatment" }],
        },
      },
      TypeOfMedicalTreatment: { meta: { progress: 55 }, on: { NEXT: "PoliceReportFiled" } },
      PoliceReportFiled: { meta: { progress: 80 }, on: { NEXT: "HasLawyer" } },
      HasLawyer: { meta: { progress: 95 }, on: { NEXT: "IncidentDescription" } },
      IncidentDescription: { meta: { progress: 95 }, on: { NEXT: "NameAndEmail" } },

      NameAndEmail: { ...checksEmail, meta: { progress: 98 }, onDone: "PhoneAndZip" },
      PhoneAndZip: { ...checksPhoneAndZip, meta: { progress: 99 }, onDone: "submitting" },
      submitting: { ...submitsLead, meta: { progress: 100, overlay: true }, onDone: "thankYou" },
      thankYou: { type: "final" },
    },
  }),
});
