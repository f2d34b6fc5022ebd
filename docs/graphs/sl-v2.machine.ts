import { createMachine } from "xstate";

export const machine = createMachine({
  id: "sl-v2",
  initial: "NameAndEmail",
  entry: "greet",
  on: {
    ANSWER: { actions: ["remember", "loadScripts", "advance"] },
    REFUSED: { actions: "validateCurrentStep" },
  },
  states: {
    NameAndEmail: {
      initial: "asking",
      meta: { progress: 12, question: "nameAndEmailFirst" },
      onDone: "TypeOfAccident",
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
    TypeOfAccident: { meta: { progress: 25 }, on: { NEXT: "WhenWasTheAccident" } },
    WhenWasTheAccident: { meta: { progress: 36 }, on: { NEXT: "WasUserInjured" } },
    WasUserInjured: { meta: { progress: 45 }, on: { NEXT: "PoliceReportFiled" } },
    PoliceReportFiled: { meta: { progress: 68 }, on: { NEXT: "AtFault" } },
    AtFault: { meta: { progress: 72 }, on: { NEXT: "HasLawyer" } },
    HasLawyer: { meta: { progress: 87 }, on: { NEXT: "IncidentDescription" } },
    IncidentDescription: { meta: { progress: 95 }, on: { NEXT: "PhoneAndZip" } },
    PhoneAndZip: {
      initial: "asking",
      meta: { progress: 98 },
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
