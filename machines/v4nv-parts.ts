import { checksEmail, checksPhone, checksPhoneAndZip } from "./parts.ts";
import { submitsLead } from "./submitting.ts";
import { survey } from "./survey.ts";

/**
 * States in which v4nv branches, in the order of its paragraph (spec 4.1), shared by the variants
 * made from it. Each chart names them all and adds its own straight steps; `contact` is where the
 * questions about the accident end.
 */

/** Skipped under the paths that already promise what a case is worth (ruling 8). */
export const startPath = survey.createStateConfig({
  always: [
    { guard: "pathContainsSurveyV4nv", target: "WhenWasTheAccident" },
    { target: "AutoAccidentCaseWorth" },
  ],
});

export const wasUserInjured = survey.createStateConfig({
  meta: { question: "whichInjury" },
  on: {
    NEXT: [
      { guard: "seriousRecentAndAtFault", target: "ActiveInsurancePolicy" },
      { guard: "injured", target: "DidYouReceiveMedicalTreatment" },
      { target: "PoliceReportFiled", actions: "completeTreatment" },
    ],
  },
});

export const activeInsurancePolicy = survey.createStateConfig({
  on: {
    NEXT: [{ guard: "activeInsurance", target: "MissedWork" }, { target: "DidYouReceiveMedicalTreatment" }],
  },
});

export const missedWork = survey.createStateConfig({
  on: {
    NEXT: [
      { guard: "missedWork", target: "SpeakingWithADoctor" },
      { target: "DidYouReceiveMedicalTreatment" },
    ],
  },
});

export const didYouReceiveMedicalTreatment = survey.createStateConfig({
  on: { NEXT: [{ guard: "mayStillTreat", target: "WillingToTreat" }, { target: "PoliceReportFiled" }] },
});

export const hasLawyer = survey.createStateConfig({
  on: {
    NEXT: [
      { guard: "spanishPath", target: "IncidentDescription" },
      { guard: "overTwoYears", target: "IncidentDescription" },
      { guard: "hasLawyer", target: "ConfirmationHasLawyer" },
      { target: "IncidentDescription" },
    ],
  },
});

export const confirmationHasLawyer = survey.createStateConfig({
  on: { NEXT: [{ guard: "hasLawyer", target: "InterestedInFunding" }, { target: "IncidentDescription" }] },
});

export const interestedInFunding = survey.createStateConfig({
  on: {
    NEXT: [{ guard: "interestedInFunding", target: "FundingAmount" }, { target: "IncidentDescription" }],
  },
});

export const hasCaseBeenSettled = survey.createStateConfig({
  on: { NEXT: [{ guard: "caseSettled", target: "IncidentDescription" }, { target: "HasReceivedFunding" }] },
});

export const hasReceivedFunding = survey.createStateConfig({
  on: { NEXT: [{ guard: "priorFunding", target: "IncidentDescription" }, { target: "LawFirmDetails" }] },
});

/**
 * A description that is read for a hit and run (spec 4.1; ruling 84). The phrases stay on the
 * server; when nobody can read them, nothing more is asked.
 */
const readsDescription = survey.createStateConfig({
  initial: "asking",
  states: {
    asking: { on: { NEXT: "readingDescription" } },
    readingDescription: {
      invoke: {
        id: "readDescription",
        src: "readDescription",
        input: ({ context }) => ({ text: context.answers.case_description ?? "" }),
        onDone: { target: "accepted", actions: "storeHitAndRun" },
        onError: "accepted",
      },
    },
    accepted: { type: "final" },
  },
});

export const incidentDescription = survey.createStateConfig({
  ...readsDescription,
  onDone: [{ guard: "hitAndRun", target: "HitAndRunIdentified" }, { target: "contact" }],
});

export const hitAndRunIdentified = survey.createStateConfig({
  on: {
    NEXT: [
      { guard: "driverIdentified", target: "contact", actions: "noteHitAndRun" },
      { target: "UninsuredMotoristCoverage" },
    ],
  },
});

export const uninsuredMotoristCoverage = survey.createStateConfig({
  on: {
    NEXT: [{ guard: "uninsuredCovered", target: "contact", actions: "noteUninsured" }, { target: "contact" }],
  },
});

export const contact = survey.createStateConfig({
  always: [{ guard: "combinedLastStep", target: "AllPii" }, { target: "NameAndEmail" }],
});

/** The combined last step: e-mail, zip code and phone number, one after the other. */
const checksAllPii = survey.createStateConfig({
  initial: "asking",
  states: {
    asking: { on: { NEXT: "checkingEmail" } },
    checkingEmail: {
      invoke: {
        id: "checkEmail",
        src: "checkEmail",
        input: ({ context }) => ({ email: context.answers.email ?? "" }),
        onDone: [
          { guard: "emailIsBad", target: "asking", actions: "refuseEmail" },
          { target: "lookingUpZip", actions: "acceptEmail" },
        ],
        onError: { target: "lookingUpZip", actions: "acceptEmailUnchecked" },
      },
    },
    lookingUpZip: checksPhoneAndZip.states.lookingUpZip,
    checkingPhone: checksPhone.states.checkingPhone,
    accepted: { type: "final" },
  },
});

export const allPii = survey.createStateConfig({ ...checksAllPii, onDone: "submitting" });

export const nameAndEmail = survey.createStateConfig({
  ...checksEmail,
  onDone: [{ guard: "asksDateOfBirth", target: "DateOfBirth" }, { target: "PhoneAndZip" }],
});

export const phoneAndZip = survey.createStateConfig({ ...checksPhoneAndZip, onDone: "submitting" });

export const submitting = survey.createStateConfig({
  ...submitsLead,
  meta: { progress: 100, overlay: true },
  onDone: "thankYou",
});
