import { everySurvey, survey } from "../survey.ts";
import * as v4nv from "../v4nv-parts.ts";
import { variant } from "../variant.ts";

/** v4nv in Spanish: who has a lawyer is not asked about funding. Spec 2.4 and 4.1. */
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
      AutoAccidentCaseWorth: { on: { NEXT: "WhenWasTheAccident" } },
      WhenWasTheAccident: { on: { NEXT: "AtFault" } },
      AtFault: { on: { NEXT: "WasUserInjured" } },

      WasUserInjured: v4nv.wasUserInjured,
      ActiveInsurancePolicy: v4nv.activeInsurancePolicy,
      MissedWork: v4nv.missedWork,
      SpeakingWithADoctor: { on: { NEXT: "DidYouReceiveMedicalTreatment" } },
      DidYouReceiveMedicalTreatment: v4nv.didYouReceiveMedicalTreatment,
      WillingToTreat: { on: { NEXT: "PoliceReportFiled" } },
      PoliceReportFiled: { on: { NEXT: "HasLawyer" } },
      HasLawyer: { on: { NEXT: "IncidentDescription" } },

      IncidentDescription: v4nv.incidentDescription,
      HitAndRunIdentified: v4nv.hitAndRunIdentified,
      UninsuredMotoristCoverage: v4nv.uninsuredMotoristCoverage,

      contact: v4nv.contact,
      AllPii: v4nv.allPii,
      NameAndEmail: v4nv.nameAndEmail,
      DateOfBirth: { on: { NEXT: "PhoneAndZip" } },
      PhoneAndZip: v4nv.phoneAndZip,
      submitting: v4nv.submitting,
      thankYou: { type: "final" },
    },
  }),
});
