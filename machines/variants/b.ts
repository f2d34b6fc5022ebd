import { checksEmail, checksPhoneAndZip } from "../parts/contact.ts";
import { submitsLead } from "../parts/submitting.ts";
import { everySurvey, survey } from "../survey.ts";
import { variant } from "../variant.ts";

/**
 * Variant B: who the visitor is comes first, so there is no name step later; an injury branches as in A, with its
 * pixel. Spec 4.1.
 */
export const b = variant({
  code: "b",
  entries: {
    "/survey/b": {},
    "/survey/fb": { oid: 114, affid: 252 },
  },
  machine: survey.createMachine({
    id: "b",
    ...everySurvey,
    initial: "StartPath",
    states: {
      StartPath: { always: "SocialDropPII" },
      SocialDropPII: { ...checksEmail, meta: { progress: 10 }, onDone: "OtherDriversVehicleType" },
      OtherDriversVehicleType: { meta: { progress: 20 }, on: { NEXT: "WhenWasTheAccident" } },
      WhenWasTheAccident: { meta: { progress: 30 }, on: { NEXT: "AtFault" } },
      AtFault: { meta: { progress: 40 }, on: { NEXT: "WasUserInjured" } },
      WasUserInjured: {
        meta: { progress: 50 },
        on: {
          NEXT: [
            { guard: "notInjured", target: "PoliceReportFiled" },
            { target: "TypeOfMedicalTreatment", actions: "loadTrackingPixel" },
          ],
        },
      },
      TypeOfMedicalTreatment: { meta: { progress: 60 }, on: { NEXT: "PoliceReportFiled" } },
      PoliceReportFiled: { meta: { progress: 80 }, on: { NEXT: "HasLawyer" } },
      HasLawyer: { meta: { progress: 90 }, on: { NEXT: "IncidentDescription" } },
      IncidentDescription: { meta: { progress: 98 }, on: { NEXT: "PhoneAndZip" } },

      PhoneAndZip: { ...checksPhoneAndZip, onDone: "submitting" },
      submitting: { ...submitsLead, meta: { progress: 100 }, onDone: "thankYou" },
      thankYou: { type: "final" },
    },
  }),
});
