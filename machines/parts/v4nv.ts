import { everySurvey, survey } from "../survey.ts";
import { type Variant, variant } from "../variant.ts";
import { checksEmail, checksPhone, checksPhoneAndZip } from "./contact.ts";
import { submitsLead } from "./submitting.ts";

/**
 * v4nv in the order of its paragraph (spec 4.1), in parts, each of which the variants made from it take whole or replace:
 * `accident`, `lawyer`, `funding`, `description` and the steps from `contact` on.
 */

/** Skips what a case is worth under the paths that already promise it (ruling 8). */
export const startPath = survey.createStateConfig({
  always: [
    { guard: "pathContainsSurveyV4nv", target: "WhenWasTheAccident" },
    { target: "AutoAccidentCaseWorth" },
  ],
});

/**
 * When, whose fault and which injury; insurance and work for serious recent ones; treatment while it may still help.
 */
export const { states: accident } = survey.createStateConfig({
  states: {
    AutoAccidentCaseWorth: { on: { NEXT: "WhenWasTheAccident" } },
    WhenWasTheAccident: { on: { NEXT: "AtFault" } },
    AtFault: { on: { NEXT: "WasUserInjured" } },
    WasUserInjured: {
      meta: { question: "whichInjury" },
      on: {
        NEXT: [
          { guard: "seriousRecentAndAtFault", target: "ActiveInsurancePolicy" },
          { guard: "injured", target: "DidYouReceiveMedicalTreatment" },
          { target: "PoliceReportFiled", actions: "completeTreatment" },
        ],
      },
    },
    ActiveInsurancePolicy: {
      on: {
        NEXT: [
          { guard: "activeInsurance", target: "MissedWork" },
          { target: "DidYouReceiveMedicalTreatment" },
        ],
      },
    },
    MissedWork: {
      on: {
        NEXT: [
          { guard: "missedWork", target: "SpeakingWithADoctor" },
          { target: "DidYouReceiveMedicalTreatment" },
        ],
      },
    },
    SpeakingWithADoctor: { on: { NEXT: "DidYouReceiveMedicalTreatment" } },
    DidYouReceiveMedicalTreatment: {
      on: { NEXT: [{ guard: "mayStillTreat", target: "WillingToTreat" }, { target: "PoliceReportFiled" }] },
    },
    WillingToTreat: { on: { NEXT: "PoliceReportFiled" } },
    PoliceReportFiled: { on: { NEXT: "HasLawyer" } },
  },
});

/** Visitors with a lawyer confirm it and are asked about funding, but not in Spanish, and not after two years. */
export const { states: lawyer } = survey.createStateConfig({
  states: {
    HasLawyer: {
      on: {
        NEXT: [
          { guard: "spanishPath", target: "IncidentDescription" },
          { guard: "overTwoYears", target: "IncidentDescription" },
          { guard: "hasLawyer", target: "ConfirmationHasLawyer" },
          { target: "IncidentDescription" },
        ],
      },
    },
    ConfirmationHasLawyer: {
      on: {
        NEXT: [{ guard: "hasLawyer", target: "InterestedInFunding" }, { target: "IncidentDescription" }],
      },
    },
  },
});

export const { states: funding } = survey.createStateConfig({
  states: {
    InterestedInFunding: {
      on: {
        NEXT: [{ guard: "interestedInFunding", target: "FundingAmount" }, { target: "IncidentDescription" }],
      },
    },
    FundingAmount: { on: { NEXT: "HasCaseBeenSettled" } },
    HasCaseBeenSettled: {
      on: {
        NEXT: [{ guard: "caseSettled", target: "IncidentDescription" }, { target: "HasReceivedFunding" }],
      },
    },
    HasReceivedFunding: {
      on: { NEXT: [{ guard: "priorFunding", target: "IncidentDescription" }, { target: "LawFirmDetails" }] },
    },
    LawFirmDetails: { on: { NEXT: "IncidentDescription" } },
  },
});

/**
 * A description that is read for a hit and run (spec 4.1; ruling 84). The phrases stay on the server; when nobody can
 * read them, nothing more is asked.
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

/** The description, and the questions after a hit and run. */
export const { states: description } = survey.createStateConfig({
  states: {
    IncidentDescription: {
      ...readsDescription,
      onDone: [{ guard: "hitAndRun", target: "HitAndRunIdentified" }, { target: "contact" }],
    },
    HitAndRunIdentified: {
      on: {
        NEXT: [
          { guard: "driverIdentified", target: "contact", actions: "noteHitAndRun" },
          { target: "UninsuredMotoristCoverage" },
        ],
      },
    },
    UninsuredMotoristCoverage: {
      on: {
        NEXT: [
          { guard: "uninsuredCovered", target: "contact", actions: "noteUninsured" },
          { target: "contact" },
        ],
      },
    },
  },
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

/** The lead is posted, under the overlay. */
export const { states: ending } = survey.createStateConfig({
  states: {
    submitting: {
      ...submitsLead,
      meta: { progress: 100, overlay: true },
      onDone: "thankYou",
    },
    thankYou: { type: "final" },
  },
});

/** The visitor's identity, on one step or on two, and the ending. */
export const { states: contact } = survey.createStateConfig({
  states: {
    contact: {
      always: [{ guard: "combinedLastStep", target: "AllPii" }, { target: "NameAndEmail" }],
    },
    AllPii: { ...checksAllPii, onDone: "submitting" },
    NameAndEmail: {
      ...checksEmail,
      onDone: [{ guard: "asksDateOfBirth", target: "DateOfBirth" }, { target: "PhoneAndZip" }],
    },
    DateOfBirth: { on: { NEXT: "PhoneAndZip" } },
    PhoneAndZip: { ...checksPhoneAndZip, onDone: "submitting" },
    ...ending,
  },
});

type States = NonNullable<Parameters<typeof survey.createStateConfig>[0]["states"]>;

/** v4nv under another code, with what differs: contact steps of its own, or a thank-you page. */
export function v4nvWith({
  contactSteps = contact,
  ...more
}: Omit<Variant, "machine" | "entries" | "sendsDqFlag"> & { contactSteps?: States }) {
  return variant({
    ...more,
    entries: { [`/survey/${more.code}`]: {} },
    sendsDqFlag: true,
    machine: survey.createMachine({
      id: more.code,
      ...everySurvey,
      initial: "StartPath",
      states: {
        StartPath: startPath,
        ...accident,
        ...lawyer,
        ...funding,
        ...description,
        ...contactSteps,
      },
    }),
  });
}
