import { assign, fromPromise, raise, setup } from "xstate";
import type { AnswerField, Answers } from "./answers.ts";
import { says } from "./answers.ts";
import type {
  CallFailure,
  EmailOutcome,
  ExchangeInput,
  GibberishOutcome,
  PhoneOutcome,
  PostedLead,
} from "./calls.ts";
import type { ErrorKey } from "./fields.ts";
import type { Tracking } from "./lead/tracking.ts";
import { isBadEmail, isBlockedEmail } from "./rules/email.ts";
import { judgePhone } from "./rules/phone.ts";
import { noPlace, type Place } from "./rules/place.ts";

/** How the visitor came in: what guards may ask besides the answers. */
export type SurveyInput = { path: string; tracking: Tracking };

/** What the invoked services found out. Absent until asked; `unchecked` when the service gave no answer. */
export type Checks = {
  email?: "good" | "unchecked";
  place: Place;
  phone?: { valid: boolean; active: boolean; unchecked: boolean };
  gibberish?: "yes" | "no" | "unchecked";
};

export type SurveyContext = SurveyInput & {
  answers: Answers;
  checks: Checks;
  /** What a check found wrong with the step's own answers. */
  errors: { [field in AnswerField]?: ErrorKey };
};

export type SurveyEvent =
  | { type: "ANSWER"; answers: Answers }
  | { type: "NEXT" }
  | { type: "xstate.done.actor.checkEmail"; output: EmailOutcome }
  | { type: "xstate.done.actor.lookUpZip"; output: Place }
  | { type: "xstate.done.actor.checkPhone"; output: PhoneOutcome }
  | { type: "xstate.error.actor.checkPhone"; error: CallFailure }
  | { type: "xstate.done.actor.checkGibberish"; output: GibberishOutcome };

/** What a state says about the screen it stands for. */
export type StepMeta = {
  /** Shown while the step is on screen, 0 to 100. */
  progress?: number;
  /** The submit overlay covers the form. */
  overlay?: boolean;
};

/** A service has to be provided where the machine runs; a bare machine must not pretend. */
const unprovided = <Output, Input>() =>
  fromPromise<Output, Input>(() => Promise.reject(new Error("this service was not provided")));

/** The vocabulary every survey variant is written in: guards, actions and invoked services. */
export const survey = setup({
  types: {} as {
    context: SurveyContext;
    events: SurveyEvent;
    input: SurveyInput;
    meta: StepMeta;
  },
  actors: {
    checkEmail: unprovided<EmailOutcome, { email: string }>(),
    lookUpZip: unprovided<Place, { zip: string }>(),
    checkPhone: unprovided<PhoneOutcome, { phone: string }>(),
    checkGibberish: unprovided<GibberishOutcome, { text: string }>(),
    exchangeLeadData: unprovided<null, ExchangeInput>(),
    postLead: unprovided<PostedLead, Record<string, never>>(),
  },
  guards: {
    notInjured: ({ context }) => says(context.answers.physical_injury, "No"),
    emailIsBad: ({ event }) => event.type === "xstate.done.actor.checkEmail" && isBadEmail(event.output),
    phoneIsBad: ({ context, event }) =>
      event.type === "xstate.done.actor.checkPhone" && !judgePhone(event.output, context.path).valid,
  },
  actions: {
    remember: assign({
      answers: ({ context, event }) =>
        event.type === "ANSWER" ? { ...context.answers, ...event.answers } : context.answers,
      errors: {},
    }),
    advance: raise({ type: "NEXT" }),
    acceptEmail: assign({ checks: ({ context }) => ({ ...context.checks, email: "good" as const }) }),
    acceptEmailUnchecked: assign({
      checks: ({ context }) => ({ ...context.checks, email: "unchecked" as const }),
    }),
    refuseEmail: assign({
      errors: ({ event }) => {
        if (event.type !== "xstate.done.actor.checkEmail") return {};
        return { email: isBlockedEmail(event.output.timesBadBefore) ? "emailBlocked" : "emailRefused" };
      },
    }),
    storePlace: assign({
      checks: ({ context, event }) =>
        event.type === "xstate.done.actor.lookUpZip"
          ? { ...context.checks, place: event.output }
          : context.checks,
    }),
    leavePlaceEmpty: assign({ checks: ({ context }) => ({ ...context.checks, place: noPlace }) }),
    acceptPhone: assign({
      checks: ({ context, event }) =>
        event.type === "xstate.done.actor.checkPhone"
          ? {
              ...context.checks,
              phone: { ...judgePhone(event.output, context.path), unchecked: false },
            }
          : context.checks,
    }),
    acceptPhoneUnchecked: assign({
      checks: ({ context }) => ({
        ...context.checks,
        phone: { ...judgePhone(null, context.path), unchecked: true },
      }),
    }),
    refusePhone: assign({ errors: { phone: "phoneRefused" } }),
    storeGibberish: assign({
      checks: ({ context, event }) =>
        event.type === "xstate.done.actor.checkGibberish"
          ? { ...context.checks, gibberish: event.output.is_gibberish ? ("yes" as const) : ("no" as const) }
          : context.checks,
    }),
    leaveGibberishUnanswered: assign({
      checks: ({ context }) => ({ ...context.checks, gibberish: "unchecked" as const }),
    }),
  },
});

/** What all surveys share: the context, and that an answer is remembered before the chart moves on. */
export const everySurvey = {
  context: ({ input }: { input: SurveyInput }): SurveyContext => ({
    ...input,
    answers: {},
    checks: { place: noPlace },
    errors: {},
  }),
  on: { ANSWER: { actions: ["remember", "advance"] } },
} as const;
