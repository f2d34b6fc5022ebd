import { everySurvey, survey } from "../survey.ts";
import * as parts from "../v4nv-parts.ts";
import { variant } from "../variant.ts";

/**
 * v4nv, the fullest: insurance and work for serious recent injuries, treatment while it may still help,
 * funding for who has a lawyer, and a hit and run's follow-ups. Spec 4.1.
 */
export const v4nv = variant({
  code: "v4nv",
  entries: { "/survey/v4nv": {} },
  landingPart: "surveyv4nv",
  sendsDqFlag: true,
  machine: survey.createMachine({
    id: "v4nv",
    ...everySurvey,
    initial: "StartPath",
    states: {
      StartPath: parts.startPath,
      AutoAccidentCaseWorth: { on: { NEXT: "WhenWasTheAccident" } },
      WhenWasTheAccident: { on: { NEXT: "AtFault" } },
      AtFault: { on: { NEXT: "WasUserInjured" } },

      WasUserInjured: parts.wasUserInjured,
      ActiveInsurancePolicy: parts.activeInsurancePolicy,
      MissedWork: parts.missedWork,
      SpeakingWithADoctor: { on: { NEXT: "DidYouReceiveMedicalTreatment" } },
      DidYouReceiveMedicalTreatment: parts.didYouReceiveMedicalTreatment,
      WillingToTreat: { on: { NEXT: "PoliceReportFiled" } },
      PoliceReportFiled: { on: { NEXT: "HasLawyer" } },

      HasLawyer: parts.hasLawyer,
      ConfirmationHasLawyer: parts.confirmationHasLawyer,
      InterestedInFunding: parts.interestedInFunding,
      FundingAmount: { on: { NEXT: "HasCaseBeenSettled" } },
      HasCaseBeenSettled: parts.hasCaseBeenSettled,
      HasReceivedFunding: parts.hasReceivedFunding,
      LawFirmDetails: { on: { NEXT: "IncidentDescription" } },

      IncidentDescription: parts.incidentDescription,
      HitAndRunIdentified: parts.hitAndRunIdentified,
      UninsuredMotoristCoverage: parts.uninsuredMotoristCoverage,

      contact: parts.contact,
      AllPii: parts.allPii,
      NameAndEmail: parts.nameAndEmail,
      DateOfBirth: { on: { NEXT: "PhoneAndZip" } },
      PhoneAndZip: parts.phoneAndZip,
      submitting: parts.submitting,
      thankYou: { type: "final" },
    },
  }),
});
