import { assign, fromPromise, setup } from "xstate";
import { APPROVED } from "../visit/facts.ts";

/** Digits of a verification code, and how long another one cannot be requested (spec 5.6b, 9). */
export const CODE_LENGTH = 6;
export const RESEND_COOLDOWN_MS = 30_000;

export type PhoneCodeEvent =
  | { type: "SEND"; phone: string; now: number }
  | { type: "RESEND"; now: number }
  /** Time passes; the browser says so while the modal is open. */
  | { type: "TICK"; now: number }
  | { type: "TYPE"; code: string }
  | { type: "CHECK" }
  | { type: "RESET" };

/** The answer to a send: whether the code is on its way and when it was sent, in UTC milliseconds. */
export type CodeSent = { sent: boolean; at: number };
export type CodeChecked = { status: string };

/** Phone verification (spec 3.3), in its own terms. */
export type PhoneCodeContext = typeof unasked;
const unasked = {
  /** The number as the visitor typed it, and with +1 before its ten digits. */
  rawPhone: "",
  phone: "",
  sent: false,
  code: "",
  codeSubmitted: false,
  approved: false,
  resendCooldown: false,
  /** When another code can be requested, in UTC milliseconds; a deadline outlives a reload, a timer does not. */
  cooldownUntil: 0,
  /** The code is shorter than six digits. */
  codeLengthError: false,
};

const vocabulary = setup({
  types: {} as { context: PhoneCodeContext; events: PhoneCodeEvent },
  actors: {
    sendCode: fromPromise<CodeSent, { phone: string }>(() => Promise.reject(new Error("not provided"))),
    checkCode: fromPromise<CodeChecked, { phone: string; sent_status: boolean; code: string }>(() =>
      Promise.reject(new Error("not provided")),
    ),
  },
  guards: {
    /** Free again at exactly 30 s (ruling 110). */
    cooledDown: ({ context, event }) => event.type === "RESEND" && event.now >= context.cooldownUntil,
    codeIsLongEnough: ({ context }) => context.code.length >= CODE_LENGTH,
    codeIsSent: (_, { sent }: { sent: boolean }) => sent,
    isApproved: (_, { status }: { status: string }) => status === APPROVED,
  },
  actions: {
    storePhone: assign(({ event }) =>
      event.type === "SEND" ? { ...unasked, rawPhone: event.phone, phone: international(event.phone) } : {},
    ),
    startCooldown: assign((_, { at }: { at: number }) => ({
      sent: true,
      code: "",
      codeSubmitted: false,
      codeLengthError: false,
      resendCooldown: true,
      cooldownUntil: at + RESEND_COOLDOWN_MS,
    })),
    // A code that did not leave must not be waited for.
    stayUnsent: assign({ sent: false, resendCooldown: false, cooldownUntil: 0 }),
    passTime: assign({
      resendCooldown: ({ context, event }) => event.type === "TICK" && event.now < context.cooldownUntil,
    }),
    typeCode: assign(({ event }) => {
      if (event.type !== "TYPE") return {};
      const code = event.code.replace(/\D/g, "");
      return { code, codeSubmitted: false, codeLengthError: code.length < CODE_LENGTH };
    }),
    submitCode: assign({ codeSubmitted: true }),
    flagShortCode: assign({ codeLengthError: true }),
    approve: assign({ approved: true }),
    forget: assign(unasked),
  },
});

/** +1 and the ten digits, whatever else was typed (spec 5.6). */
function international(phone: string): string {
  return `+1${phone.replace(/\D/g, "").replace(/^1(?=\d{10}$)/, "")}`;
}

const entersCode = vocabulary.createStateConfig({
  on: {
    TYPE: { actions: "typeCode" },
    CHECK: [
      { guard: "codeIsLongEnough", target: "checking", actions: "submitCode" },
      { actions: "flagShortCode" },
    ],
    RESEND: { guard: "cooledDown", target: "sending" },
  },
});

/**
 * Verification of a phone number by a code sent to it (spec 4.3, 5.6b; rulings 109, 110). A code that cannot be sent,
 * or checked, leaves the number unapproved and the visitor free to continue.
 */
export const phoneCodeMachine = vocabulary.createMachine({
  id: "phone-code",
  context: unasked,
  initial: "idle",
  on: {
    TICK: { actions: "passTime" },
    RESET: { target: ".idle", actions: "forget" },
  },
  states: {
    idle: { on: { SEND: { target: "sending", actions: "storePhone" } } },
    sending: {
      invoke: {
        id: "sendCode",
        src: "sendCode",
        input: ({ context }) => ({ phone: context.phone }),
        onDone: [
          {
            guard: { type: "codeIsSent", params: ({ event }) => event.output },
            target: "sent",
            actions: { type: "startCooldown", params: ({ event }) => event.output },
          },
          { target: "unsent", actions: "stayUnsent" },
        ],
        onError: { target: "unsent", actions: "stayUnsent" },
      },
    },
    unsent: { on: { RESEND: "sending", SEND: { target: "sending", actions: "storePhone" } } },
    sent: entersCode,
    checking: {
      invoke: {
        id: "checkCode",
        src: "checkCode",
        input: ({ context: { phone, sent, code } }) => ({ phone, sent_status: sent, code }),
        onDone: [
          {
            guard: { type: "isApproved", params: ({ event }) => event.output },
            target: "approved",
            actions: "approve",
          },
          { target: "refused" },
        ],
        onError: "refused",
      },
    },
    refused: entersCode,
    approved: {},
  },
});
