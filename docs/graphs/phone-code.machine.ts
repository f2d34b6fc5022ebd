import { createMachine } from "xstate";

export const machine = createMachine({
  id: "phone-code",
  initial: "idle",
  on: { TICK: { actions: "passTime" }, RESET: { target: "#phone-code.idle", actions: "forget" } },
  states: {
    idle: { on: { SEND: { target: "sending", actions: "storePhone" } } },
    sending: {
      invoke: {
        id: "sendCode",
        src: "sendCode",
        onDone: [
          { guard: "codeIsSent", target: "sent", actions: "startCooldown" },
          { target: "unsent", actions: "stayUnsent" },
        ],
        onError: { target: "unsent", actions: "stayUnsent" },
      },
    },
    unsent: { on: { RESEND: "sending", SEND: { target: "sending", actions: "storePhone" } } },
    sent: {
      on: {
        TYPE: { actions: "typeCode" },
        CHECK: [
          { guard: "codeIsLongEnough", target: "checking", actions: "submitCode" },
          { actions: "flagShortCode" },
        ],
        RESEND: { guard: "cooledDown", target: "sending" },
      },
    },
    checking: {
      invoke: {
        id: "checkCode",
        src: "checkCode",
        onDone: [{ guard: "isApproved", target: "approved", actions: "approve" }, { target: "refused" }],
        onError: "refused",
      },
    },
    refused: {
      on: {
        TYPE: { actions: "typeCode" },
        CHECK: [
          { guard: "codeIsLongEnough", target: "checking", actions: "submitCode" },
          { actions: "flagShortCode" },
        ],
        RESEND: { guard: "cooledDown", target: "sending" },
      },
    },
    approved: {},
  },
});
