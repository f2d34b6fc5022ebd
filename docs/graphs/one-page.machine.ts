import { createMachine } from "xstate";

export const machine = createMachine({
  id: "one-page",
  initial: "OnePageSurvey",
  entry: "greet",
  on: {
    ANSWER: { actions: ["remember", "loadScripts", "advance"] },
    REFUSED: { actions: "validateCurrentStep" },
  },
  states: {
    OnePageSurvey: {
      initial: "asking",
      onDone: "submitting",
      states: {
        asking: { on: { NEXT: "checkingEmail" } },
        checkingEmail: {
          invoke: {
            id: "checkEmail",
            src: "checkEmail",
            onDone: [
              { guard: "emailIsBad", target: "lookingUpZip", actions: "refuseEmail" },
              { target: "lookingUpZip", actions: "acceptEmail" },
            ],
            onError: { target: "lookingUpZip", actions: "acceptEmailUnchecked" },
          },
        },
        lookingUpZip: {
          invoke: {
            id: "lookUpZip",
            src: "lookUpZip",
            onDone: [
              { guard: "placeIsIncomplete", target: "checkingPhone", actions: "refuseZip" },
              { target: "checkingPhone", actions: "storePlace" },
            ],
            onError: { target: "checkingPhone", actions: "refuseZip" },
          },
        },
        checkingPhone: {
          invoke: {
            id: "checkPhone",
            src: "checkPhone",
            onDone: [
              { guard: "phoneIsBadOrInactive", target: "judging", actions: "refusePhone" },
              { target: "judging", actions: "acceptPhone" },
            ],
            onError: { target: "judging", actions: "acceptPhoneUnchecked" },
          },
        },
        judging: { always: [{ guard: "hasErrors", target: "asking" }, { target: "accepted" }] },
        accepted: { type: "final" },
      },
    },
    submitting: {
      initial: "exchangingLeadData",
      meta: { progress: 100 },
      onDone: [{ guard: "disqualified", target: "Disqualified" }, { target: "thankYou" }],
      states: {
        exchangingLeadData: {
          entry: "openClickWindow",
          invoke: { id: "exchangeLeadData", src: "exchangeLeadData", onDone: "posting", onError: "posting" },
        },
        posting: { invoke: { id: "postLead", src: "postLead", onDone: "posted", onError: "unsent" } },
        unsent: { on: { NEXT: "posting" } },
        posted: { type: "final", entry: "countLead" },
      },
    },
    Disqualified: { type: "final", meta: { progress: 100 } },
    thankYou: { type: "final" },
  },
});
