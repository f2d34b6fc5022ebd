import { listsBuyers } from "../buyer-parts.ts";
import { checksEmail, checksPhone, looksUpZip } from "../parts.ts";
import { everySurvey, survey } from "../survey.ts";
import * as v4nv from "../v4nv-parts.ts";
import { variant } from "../variant.ts";

/**
 * v4nv with one-to-one consent for one fixed buyer, whom the operator names; without a name the last step is
 * shortened. No service is asked. Spec 2.4 and 9.
 */
export const v4nvX1 = variant({
  code: "v4nv-x1",
  entries: { "/survey/v4nv-x1": {} },
  sendsDqFlag: true,
  machine: survey.createMachine({
    id: "v4nv-x1",
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

      contact: { always: "ZipCode" },
      ZipCode: { ...looksUpZip, onDone: "settingUpBuyers" },
      settingUpBuyers: { ...listsBuyers("v4nv-x1"), onDone: "NameAndEmail" },
      NameAndEmail: {
        ...checksEmail,
        onDone: [
          { guard: "buyersNamed", target: "PhoneAndBuyersConsent" },
          { target: "PhoneAbbreviatedTCPA" },
        ],
      },
      PhoneAndBuyersConsent: { ...checksPhone, onDone: "submitting" },
      PhoneAbbreviatedTCPA: { ...checksPhone, onDone: "submitting" },
      submitting: v4nv.submitting,
      thankYou: { type: "final" },
    },
  }),
});
