import { hashStep } from "../steps/seek-treatment.ts";
import { survey } from "../survey.ts";
import { checksEmail, checksPhoneAndZip } from "./contact.ts";
import { submitsLead } from "./submitting.ts";

/** The questions of F and G; only the progress of their first step differs. */
export const questionsOfF = (firstProgress: number) =>
  survey.createStateConfig({
    states: {
      StartPath: { always: "WereYouInAMotorVehicleAccident" },
      WereYouInAMotorVehicleAccident: {
        meta: { progress: firstProgress },
        on: { NEXT: "SocialDropWhenWasTheAccident" },
      },
      SocialDropWhenWasTheAccident: { meta: { progress: 16 }, on: { NEXT: "DidYouRequireMedicalTreatment" } },
      DidYouRequireMedicalTreatment: {
        meta: { progress: 20 },
        on: {
          NEXT: [
            { guard: "noTreatmentRequired", target: "WillYouRequireMedicalTreatment" },
            { target: hashStep },
          ],
        },
      },
      WillYouRequireMedicalTreatment: { meta: { progress: 25 }, on: { NEXT: "AtFault" } },
      [hashStep]: { meta: { progress: 25 }, on: { NEXT: "AtFault" } },
      AtFault: { meta: { progress: 40 }, on: { NEXT: "HasLawyer" } },
      HasLawyer: { meta: { progress: 60 }, on: { NEXT: "IncidentDescription" } },
      IncidentDescription: { meta: { progress: 85 }, on: { NEXT: "NameAndEmail" } },

      NameAndEmail: { ...checksEmail, meta: { progress: 90 }, onDone: "PhoneAndZip" },
      PhoneAndZip: { ...checksPhoneAndZip, meta: { progress: 95 }, onDone: "submitting" },
      submitting: { ...submitsLead, meta: { progress: 100, overlay: true }, onDone: "thankYou" },
      thankYou: { type: "final" },
    },
  }).states;
