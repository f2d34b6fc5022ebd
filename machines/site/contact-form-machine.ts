import { assign, fromPromise, setup } from "xstate";
import { type ContactErrors, type ContactField, type ContactValues, parseContact } from "./contact-form.ts";

export type ContactFormContext = {
  /** What is sent, once everything is in order. */
  values: ContactValues | null;
  errors: ContactErrors;
};

export type ContactFormEvent =
  | { type: "SUBMIT"; posted: Record<string, string | undefined> }
  | { type: "CHANGE"; field: ContactField };

/**
 * The contact form (specification 3.1, 5.1): idle, sending, thanked. A field's error goes with its next
 * change; thanks are given whatever became of the post (decision 17).
 */
export const contactFormMachine = setup({
  types: {} as {
    context: ContactFormContext;
    events: ContactFormEvent;
    /** What the server found wrong with a form that was posted before the page was live. */
    input: { errors?: ContactErrors } | undefined;
  },
  actors: {
    sendContact: fromPromise<unknown, { values: ContactValues }>(() =>
      Promise.reject(new Error("this service was not provided")),
    ),
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
    // The browser's, which provides it: 100 px above the first error, when that is out of view.
    scrollToFirstError: () => {},
  },
}).createMachine({
  id: "contact-form",
  context: ({ input }) => ({ values: null, errors: input?.errors ?? {} }),
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
        onError: "thanked",
      },
    },
    thanked: { type: "final" },
  },
});
