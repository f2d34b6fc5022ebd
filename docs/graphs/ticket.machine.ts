import { createMachine } from "xstate";

export const machine = createMachine({
  id: "ticket",
  initial: "StartPathTicket",
  entry: "greet",
  on: {
    ANSWER: { actions: ["remember", "loadScripts", "advance"] },
    REFUSED: { actions: "validateCurrentStep" },
  },
  states: {
    StartPathTicket: { always: "StartTicketFlow" },
    StartTicketFlow: { entry: "loadTrackingPixel", on: { NEXT: "TicketReceived" } },
    TicketReceived: { on: { NEXT: "SelectState" } },
    SelectState: { on: { NEXT: "SelectDate" } },
    SelectDate: { on: { NEXT: "DoYouHaveAttorney" } },
    DoYouHaveAttorney: { on: { NEXT: "IncidentDescription" } },
    IncidentDescription: { meta: { question: "ticketDescription" }, on: { NEXT: "NameAndEmailTicket" } },
    NameAndEmailTicket: {
      initial: "asking",
      onDone: "PhoneAndZip",
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
    PhoneAndZip: {
      initial: "asking",
      meta: { question: "ticketPhoneAndZip" },
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
            onDone: { target: "posting", actions: "storeGibberish" },
            onError: { target: "posting", actions: "leaveGibberishUnanswered" },
          },
        },
        posting: { invoke: { id: "postLead", src: "postLead", onDone: "posted", onError: "unsent" } },
        unsent: { on: { NEXT: "posting" } },
        posted: { type: "final", entry: "countLead" },
      },
    },
    thankYou: { type: "final" },
  },
});
