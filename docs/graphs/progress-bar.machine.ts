import { createMachine } from "xstate";

export const machine = createMachine({
  id: "progress-bar",
  initial: "StartPath",
  entry: ["greet", "togglePlay"],
  on: {
    ANSWER: { actions: ["remember", "loadScripts", "advance"] },
    REFUSED: { actions: "validateCurrentStep" },
    TOGGLE_PLAY: { actions: "togglePlay" },
  },
  states: {
    StartPath: { always: "HowWasUserHurt" },
    HowWasUserHurt: { meta: { progress: 10 }, on: { NEXT: "WhenWasTheAccident" } },
    WhenWasTheAccident: { meta: { progress: 18 }, on: { NEXT: "AtFault" } },
    AtFault: { meta: { progress: 27 }, on: { NEXT: "DescribeInjuries" } },
    DescribeInjuries: { meta: { progress: 36 }, on: { NEXT: "PoliceReport" } },
    PoliceReport: { meta: { progress: 45 }, on: { NEXT: "HasAttorney" } },
    HasAttorney: { meta: { progress: 54 }, on: { NEXT: "Description" } },
    Description: { meta: { progress: 63 }, on: { NEXT: "EmailAndName" } },
    EmailAndName: {
      initial: "asking",
      meta: { progress: 87 },
      onDone: "ZipAndPhone",
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
    ZipAndPhone: {
      initial: "asking",
      meta: { progress: 95 },
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
      onDone: "End",
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
    End: { type: "final" },
  },
});
