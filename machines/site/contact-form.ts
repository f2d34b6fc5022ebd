import { assign, fromPromise, setup } from "xstate";
import * as z from "zod/mini";
import type { ErrorKey } from "../fields/parse-answer.ts";
import { fieldSchemas, severalLines } from "../fields/schemas.ts";

/** Options of the contact form's first field (spec 3.1). */
export const accidentTypes = [
  "Car Accident",
  "Truck Accident",
  "Bicycle Accident",
  "Motorcycle Accident",
  "Pedestrian Accident",
  "Other",
] as const;

export const contactFields = [
  "typeOfAccident",
  "firstName",
  "lastName",
  "email",
  "phoneNumber",
  "message",
] as const;
export type ContactField = (typeof contactFields)[number];
export type ContactValues = Record<ContactField, string>;
export type ContactErrors = { [field in ContactField]?: ErrorKey };

/** Every field is required (spec 5.1); `phoneNumber` ends as the 14 characters of its mask. */
const schemas: Record<ContactField, z.ZodMiniType<string>> = {
  typeOfAccident: z.enum(accidentTypes, { error: "choose" }),
  firstName: fieldSchemas.name,
  lastName: fieldSchemas.name,
  email: fieldSchemas.email,
  phoneNumber: fieldSchemas.phone,
  message: severalLines(1),
};

/** Judges one post of the contact form; never throws. `values` is what was typed, to be shown again. */
export function parseContact(
  posted: Record<string, string | undefined>,
): { ok: true; values: ContactValues } | { ok: false; errors: ContactErrors; values: ContactValues } {
  const typed = {} as ContactValues;
  const values = {} as ContactValues;
  const errors: ContactErrors = {};
  for (const field of contactFields) {
    typed[field] = (Object.hasOwn(posted, field) && posted[field]) || "";
    const parsed = schemas[field].safeParse(typed[field]);
    if (parsed.success) values[field] = parsed.data;
    else errors[field] = (parsed.error.issues[0]?.message ?? "required") as ErrorKey;
  }
  return Object.keys(errors).length === 0 ? { ok: true, values } : { ok: false, errors, values: typed };
}

/** How long the first attempt may take before the visitor is told that the message has not been sent yet. */
export const PATIENCE_MS = 5_000;
/** An attempt without an answer is given up after this. A proof of work on a slow phone must fit in. */
export const LONGEST_ATTEMPT_MS = 60_000;
/** The wait before the second attempt; each further one is twice as long, up to the longest. */
export const FIRST_WAIT_MS = 2_000;
export const LONGEST_WAIT_MS = 30_000;

export type ContactFormContext = {
  /** The values to send, once everything is in order. */
  values: ContactValues | null;
  errors: ContactErrors;
  /** The wait before the next attempt, in milliseconds. */
  waitMs: number;
};

export type ContactFormEvent =
  | { type: "SUBMIT"; posted: Record<string, string | undefined> }
  | { type: "CHANGE"; field: ContactField }
  /** The browser has a network again. */
  | { type: "ONLINE" };

/**
 * The contact form (spec 3.1, 5.1): idle, sending, thanked. A field's error disappears with its next change. Thanks are
 * given whatever happens to the message outside (ruling 17), but not before our own server has it (decision "Nobody is
 * thanked for a lead that we do not have"): until then the form is `unsent`, says so, and keeps trying.
 */
export const contactFormMachine = setup({
  types: {} as {
    context: ContactFormContext;
    events: ContactFormEvent;
    /** The server's errors for a form that was posted before the page was hydrated. */
    input: { errors?: ContactErrors } | undefined;
  },
  actors: {
    sendContact: fromPromise<unknown, { values: ContactValues }>(() =>
      Promise.reject(new Error("this service was not provided")),
    ),
  },
  delays: {
    patience: PATIENCE_MS,
    longestAttempt: LONGEST_ATTEMPT_MS,
    backOff: ({ context }) => context.waitMs,
  },
  guards: {
    isInOrder: ({ event }) => event.type === "SUBMIT" && parseContact(event.posted).ok,
  },
  actions: {
    takeValues: assign(({ event }) => {
      const parsed = event.type === "SUBMIT" ? parseContact(event.posted) : undefined;
      return parsed?.ok ? { values: parsed.values, errors: {} } : {};
    }),
    showErrors: assign(({ event }) => {
      const parsed = event.type === "SUBMIT" ? parseContact(event.posted) : undefined;
      return parsed?.ok === false ? { errors: parsed.errors } : {};
    }),
    clearError: assign({
      errors: ({ context, event }) => {
        if (event.type !== "CHANGE") return context.errors;
        const { [event.field]: cleared, ...others } = context.errors;
        return others;
      },
    }),
    waitLonger: assign({ waitMs: ({ context }) => Math.min(2 * context.waitMs, LONGEST_WAIT_MS) }),
    // The browser's, which provides it: 100 px above the first error, when that is out of view.
    scrollToFirstError: () => {},
  },
}).createMachine({
  id: "contact-form",
  context: ({ input }) => ({ values: null, errors: input?.errors ?? {}, waitMs: FIRST_WAIT_MS }),
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
      invoke: {
        id: "sendContact",
        src: "sendContact",
        input: ({ context }) => ({ values: context.values! }),
        onDone: "thanked",
        onError: "unsent",
      },
      on: {
        SUBMIT: [
          { guard: "isInOrder", target: ".further", reenter: true, actions: "takeValues" },
          { target: "unsent.edited", actions: ["showErrors", "scrollToFirstError"] },
        ],
      },
      initial: "first",
      states: {
        // One press sends once: a second one is ignored.
        first: { on: { SUBMIT: {} }, after: { patience: "further" } },
        // Here `unsent` informs the visitor.
        further: {
          after: { longestAttempt: "#contact-form.unsent" },
          on: { CHANGE: { target: "#contact-form.unsent.edited", actions: "clearError" } },
        },
      },
    },
    unsent: {
      on: {
        SUBMIT: [
          { guard: "isInOrder", target: "sending.further", actions: "takeValues" },
          { target: ".edited", actions: ["showErrors", "scrollToFirstError"] },
        ],
        CHANGE: { target: ".edited", actions: "clearError" },
      },
      initial: "waiting",
      states: {
        waiting: {
          after: { backOff: { target: "#contact-form.sending.further", actions: "waitLonger" } },
          on: { ONLINE: "#contact-form.sending.further" },
        },
        // A changed form is sent when the visitor says so.
        edited: {},
      },
    },
    thanked: { type: "final" },
  },
});
