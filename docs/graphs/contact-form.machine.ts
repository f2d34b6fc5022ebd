import { createMachine } from "xstate";

export const machine = createMachine({
  id: "contact-form",
  initial: "idle",
  states: {
    idle: {
      on: {
        SUBMIT: [
          { guard: "isInOrder", target: "sending", actions: "takeValues" },
          { actions: ["showErrors", "scrollToFirstError"] },
        ],
        CHANGE: { actions: "clearError" },
      },
    },
    sending: {
      initial: "first",
      invoke: { id: "sendContact", src: "sendContact", onDone: "thanked", onError: "unsent" },
      on: {
        SUBMIT: [
          {
            guard: "isInOrder",
            target: "#contact-form.sending.further",
            actions: "takeValues",
            reenter: true,
          },
          { target: "#contact-form.unsent.edited", actions: ["showErrors", "scrollToFirstError"] },
        ],
      },
      states: {
        first: { on: { SUBMIT: {} }, after: { patience: "further" } },
        further: {
          on: { CHANGE: { target: "#contact-form.unsent.edited", actions: "clearError" } },
          after: { longestAttempt: "#contact-form.unsent" },
        },
      },
    },
    unsent: {
      initial: "waiting",
      on: {
        SUBMIT: [
          { guard: "isInOrder", target: "#contact-form.sending.further", actions: "takeValues" },
          { target: "#contact-form.unsent.edited", actions: ["showErrors", "scrollToFirstError"] },
        ],
        CHANGE: { target: "#contact-form.unsent.edited", actions: "clearError" },
      },
      states: {
        waiting: {
          on: { ONLINE: "#contact-form.sending.further" },
          after: { backOff: { target: "#contact-form.sending.further", actions: "waitLonger" } },
        },
        edited: {},
      },
    },
    thanked: { type: "final" },
  },
});
