import { createMachine } from "xstate";

export const machine = createMachine({
  id: "multi-step",
  initial: "ShowQuestions",
  entry: "greet",
  on: {
    ANSWER: { actions: ["remember", "loadScripts", "advance"] },
    REFUSED: { actions: "validateCurrentStep" },
  },
  states: {
    ShowQuestions: { on: { NEXT: "FormFirstQuestions" } },
    FormFirstQuestions: { on: { NEXT: "FormSecondQuestions" } },
    FormSecondQuestions: {
      initial: "asking",
      onDone: "FormThirdQuestions",
      states: {
        asking: { on: { NEXT: "lookingUpZip" } },
        lookingUpZip: {
          invoke: {
            id: "lookUpZip",
            src: "lookUpZip",
            onDone: { target: "accepted", actions: "storePlace" },
            onError: { target: "accepted", actions: "leavePlaceEmpty" },
          },
        },
        accepted: { type: "final" },
      },
    },
    FormThirdQuestions: {
      initial: "asking",
      onDone: "submitting",
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
