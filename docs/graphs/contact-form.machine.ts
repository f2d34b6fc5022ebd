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
    sending: { invoke: { id: "sendContact", src: "sendContact", onDone: "thanked", onError: "thanked" } },
    thanked: { type: "final" },
  },
});
