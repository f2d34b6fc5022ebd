import { checksEmail, checksPhoneAndZip } from "../parts/contact.ts";
import { submitsLead } from "../parts/submitting.ts";
import { everySurvey, survey } from "../survey.ts";
import { variant } from "../variant.ts";

/** Variant D: the injury question comes early; only the injured are asked about treatment. Spec 4.1. */
export const d = variant({
  code: "d",
  entries: {
    "/survey/d": {},
    "/survey/yt": { oid: 112, affid: 252 },
  },
  machine: survey.createMachine({
    id: "d",
    ...everySurvey,
    initial: "StartPath",
    states: {
      StartPath: { always: "WereYouInAMotorVehicleAccident" },
      WereYouInAMotorVehicleAccident: {
        meta: { progress: 10 },
        on: { NEXT: "SocialDropWhenWasTheAccident" },
      },
      SocialDropWhenWasTheAccident: { meta: { progress: 20 }, on: { NEXT: "WasUserInjured" } },
      WasUserInjured: {
        meta: { progress: 30 },
        on: { NEXT: [{ guard: "injured", target: "DidYouRequireMedicalTreatment" }, { target: "AtFault" }] },
      },
      DidYouRequireMedicalTreatment: { meta: { progress: 40 }, on: { NEXT: "AtFault" } },
      AtFault: { meta: { progress: 50 }, on: { NEXT: "PoliceReportFiled" } },
      PoliceReportFiled: { meta: { progress: 60 }, on: { NEXT: "HasLawyer" } },
      HasLawyer: { meta: { progress: 70 }, on: { NEXT: "IncidentDescription" } },
      IncidentDescription: { meta: { progress: 80 }, on: { NEXT: "NameAndEmail" } },

      NameAndEmail: { ...checksEmail, meta: { progress: 90 }, onDone: "PhoneAndZip" },
      PhoneAndZip: { ...checksPhoneAndZip, meta: { progress: 95 }, onDone: "submitting" },
      submitting: { ...submitsLead, meta: { progress: 100, overlay: true }, onDone: "thankYou" },
      thankYou: { type: "final" },
    },
  }),
});
