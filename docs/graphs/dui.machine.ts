import { createMachine } from "xstate";

export const machine = createMachine({
  id: "dui",
  initial: "StartPath",
  entry: "greet",
  on: {
    ANSWER: { actions: ["remember", "loadScripts", "advance"] },
    REFUSED: { actions: "validateCurrentStep" },
  },
  states: {
    StartPath: { always: "NameAndEmail" },
    NameAndEmail: {
      initial: "asking",
      meta: { question: "nameAndEmailFirst" },
      onDone: "AutoAccidentCaseWorth",
      states: {
        asking: { on: { NEXT: "checkingEmail" } },
        checkingEmail: {
          invoke: {
            id: "checkEmail",
            src: "checkEmail",
            onDone: [
              { guard: "emailIsBad", target: "asking", actions: "refuseEmail" },
              { target: "accepted", actions: "acceptEmail" },
            ],
            onError: { target: "accepted", actions: "acceptEmailUnchecked" },
          },
        },
        accepted: { type: "final" },
      },
    },
    AutoAccidentCaseWorth: { on: { NEXT: "WhenWasTheAccident" } },
    WhenWasTheAccident: { on: { NEXT: "AtFault" } },
    AtFault: {
      on: { NEXT: [{ guard: "atFault", target: "PendingDUICharges" }, { target: "WasUserInjured" }] },
    },
    PendingDUICharges: {
      on: {
        NEXT: [
          {
            guard: "pendingDuiCharges",
            target: "TypeOfAlcoholTestPerformed",
            actions: "enterDuiFlow",
          },
          { target: "WasUserInjured" },
        ],
      },
    },
    TypeOfAlcoholTestPerformed: {
      on: { NEXT: [{ guard: "noAlcoholTest", target: "UserHasDUI" }, { target: "BACMeasuredByTest" }] },
    },
    BACMeasuredByTest: { on: { NEXT: "UserHasDUI" } },
    UserHasDUI: { on: { NEXT: "DUIIncidentDescription" } },
    DUIIncidentDescription: { on: { NEXT: { target: "PhoneAndZip", actions: "clearDisqualification" } } },
    WasUserInjured: { on: { NEXT: "PoliceReportFiled" } },
    PoliceReportFiled: { on: { NEXT: "HasLawyer" } },
    HasLawyer: { on: { NEXT: "IncidentDescription" } },
    IncidentDescription: { on: { NEXT: "PhoneAndZip" } },
    PhoneAndZip: {
      initial: "asking",
      onDone: "submitting",
      states: {
        asking: { on: { NEXT: "lookingUpZip" } },
        lookingUpZip: {
          invoke: {
            id: "lookUpZip",
            src: "lookUpZip",
            onDone: { target: "checkingPhone", actions: "storePlace" },
            onError: { target: "checkingPhone", actions: "leavePlaceEmpty" },
          },
        },
        checkingPhone: {
          invoke: {
            id: "checkPhone",
            src: "checkPhone",
            onDone: [
              { guard: "phoneIsBad", target: "asking", actions: "refusePhone" },
              { target: "accepted", actions: "acceptPhone" },
            ],
            onError: { target: "accepted", actions: "acceptPhoneUnchecked" },
          },
        },
        accepted: { type: "final" },
      },
    },
    submitting: {
      initial: "checkingGibberish",
      meta: { progress: 100 },
      onDone: "thankYou",
      states: {
        checkingGibberish: {
          invoke: {
            id: "checkGibberish",
            src: "checkGibberish",
            onDone: { target: "exchangingLeadData", actions: "storeGibberish" },
            onError: { target: "exchangingLeadData", actions: "leaveGibberishUnanswered" },
          },
        },
        exchangingLeadData: {
          entry: "openClickWindow",
          invoke: { id: "exchangeLeadData", src: "exchangeLeadData", onDone: "posting", onError: "posting" },
        },
        posting: { invoke: { id: "postLead", src: "postLead", onDone: "posted", onError: "unsent" } },
        unsent: { on: { NEXT: "posting" } },
        posted: { type: "final", entry: "countLead" },
      },
    },
    thankYou: { type: "final" },
  },
});
