import { everySurvey, survey } from "../survey.ts";
import * as v4nv from "../v4nv-parts.ts";
import { variant } from "../variant.ts";

/** v5nv: v4nv with a thank-you page of its own. Spec 2.4. */
export const v5nv = variant({
  code: "v5nv",
  entries: { "/survey/v5nv": {} },
  landingPart: "surveyv5nv",
  thankYou: "/survey-v5-thank-you/",
  sendsDqFlag: true,
  machine: survey.createMachine({
    id: "v5nv",
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

      HasLawyer: v4nv.hasLawyer,
      ConfirmationHasLawyer: v4nv.confirmationHasLawyer,
      InterestedInFunding: v4nv.interestedInFunding,
      FundingAmount: { on: { NEXT: "HasCaseBeenSettled" } },
      HasCaseBeenSettled: v4nv.hasCaseBeenSettled,
      HasReceivedFunding: v4nv.hasReceivedFunding,
      LawFirmDetails: { on: { NEXT: "IncidentDescription" } },

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
