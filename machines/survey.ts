import { assign, fromPromise, raise, setup } from "xstate";
import type {
  BuyersAsked,
  BuyersFound,
  CallFailure,
  DescriptionOutcome,
  EmailOutcome,
  ExchangeInput,
  GibberishOutcome,
  ListAsked,
  PhoneOutcome,
  PostedLead,
  ZipOutcome,
} from "./context/calls.ts";
import { completes, freshContext, type SurveyContext, type SurveyInput } from "./context/context.ts";
import { guards } from "./guards.ts";
import { type Answers, answerIs } from "./rules/answers.ts";
import type { CalendarDay } from "./rules/dates.ts";
import { isRefusedEmail, isRefusedForGood } from "./rules/email.ts";
import { SOCIAL_PIXEL_AFFID } from "./rules/limits.ts";
import {
  type Buyer,
  defaultBuyers,
  fixedBuyers,
  noAnswer,
  noBuyers,
  selectedBuyers,
} from "./rules/one-to-one.ts";
import { type JudgedPhone, judgePhone, type PhoneReport } from "./rules/phone.ts";
import { noPlace } from "./rules/place.ts";
import type { OwnQuestion } from "./steps/own-questions.ts";

export type { SurveyContext, SurveyInput, SurveySettings } from "./context/context.ts";

/** What the page around a question tells the chart besides answers. */
export const pageEventNames = [
  /** The form's own rules refused an answer. */
  "REFUSED",
  /** Progress-bar variant: the header's play control was pressed. */
  "TOGGLE_PLAY",
] as const;

export type SurveyEvent =
  /** `today`: the visitor's calendar day as the answer was given, so that a later replay goes the same way. */
  | { type: "ANSWER"; answers: Answers; today?: CalendarDay }
  | { type: "NEXT" }
  | { type: (typeof pageEventNames)[number] }
  | { type: "xstate.done.actor.checkEmail"; output: EmailOutcome }
  | { type: "xstate.done.actor.lookUpZip"; output: ZipOutcome }
  | { type: "xstate.done.actor.checkPhone"; output: PhoneOutcome }
  | { type: "xstate.error.actor.checkPhone"; error: CallFailure }
  | { type: "xstate.done.actor.readDescription"; output: DescriptionOutcome }
  | { type: "xstate.done.actor.findBuyers"; output: BuyersFound }
  | { type: "xstate.error.actor.findBuyers"; error: CallFailure }
  | { type: "xstate.done.actor.listBuyers"; output: Buyer[] }
  | { type: "xstate.done.actor.checkGibberish"; output: GibberishOutcome };

/** A state's data about its screen. */
export type StepMeta = {
  /** Shown while the step is on screen, 0 to 100; where the specification gives none it is derived. */
  progress?: number;
  /** Allows the progress to be less than before; otherwise lint reports a mistake. */
  progressFalls?: true;
  /** The submit overlay covers the form. */
  overlay?: boolean;
  /** The question it asks, where that is not the usual one of its name. */
  question?: OwnQuestion;
};

/** A service has to be provided where the machine runs; a bare machine must not pretend. */
const unprovided = <Output, Input>() =>
  fromPromise<Output, Input>(() => Promise.reject(new Error("this service was not provided")));

/** A chart's effects in the browser, which provides them; without a browser they do nothing. */
export const effectNames = [
  "loadMediaScript",
  "loadTrackingPixel",
  "loadAdTrackingScript",
  "loadSocialPixel",
  "reportLead",
  "openClickWindow",
] as const;
export type EffectName = (typeof effectNames)[number];
const inTheBrowser = () => {};

/** The verdict by the rules of the visit's path and flags (spec 5.6). */
function verdict(report: PhoneReport | JudgedPhone | null, { path, flags }: SurveyContext) {
  return judgePhone(report, path, { overrideForcedActivity: flags?.overrideForcedActivity });
}

const vocabulary = setup({
  types: {} as {
    context: SurveyContext;
    events: SurveyEvent;
    input: SurveyInput;
    meta: StepMeta;
  },
  actors: {
    checkEmail: unprovided<EmailOutcome, { email: string }>(),
    lookUpZip: unprovided<ZipOutcome, { zip: string }>(),
    checkPhone: unprovided<PhoneOutcome, { phone: string }>(),
    readDescription: unprovided<DescriptionOutcome, { text: string }>(),
    findBuyers: unprovided<BuyersFound, BuyersAsked>(),
    listBuyers: unprovided<Buyer[], ListAsked>(),
    checkGibberish: unprovided<GibberishOutcome, { text: string }>(),
    exchangeLeadData: unprovided<null, ExchangeInput>(),
    postLead: unprovided<PostedLead, Record<string, never>>(),
  },
  guards: {
    ...guards,
    emailIsBad: ({ event }) => event.type === "xstate.done.actor.checkEmail" && isRefusedEmail(event.output),
    phoneIsBad: ({ context, event }) =>
      event.type === "xstate.done.actor.checkPhone" && !verdict(event.output, context).valid,
    /** Judges by the service's own word: activity that the path forces off must not stop everybody (ruling 126). */
    phoneIsBadOrInactive: ({ context, event }) => {
      if (event.type !== "xstate.done.actor.checkPhone") return false;
      const { valid, active } = judgePhone(event.output, context.path, { overrideForcedActivity: true });
      return !valid || !active;
    },
    placeIsIncomplete: ({ event }) =>
      event.type === "xstate.done.actor.lookUpZip" && Object.values(event.output).some((part) => part === ""),
    /** No place has this ZIP code, and the visitor was not asked about it yet (ruling 236). */
    noSuchZip: ({ event }) =>
      event.type === "xstate.done.actor.lookUpZip" && event.output.state === "" && !event.output.isTaken,
    /** The service answered, but with nothing that could be used: asking has failed as a whole (spec 8). */
    buyersUnreadable: ({ event }) =>
      event.type === "xstate.error.actor.findBuyers" && event.error.kind === "garbage",
  },
  actions: {
    remember: assign({
      answers: ({ context, event }) =>
        event.type === "ANSWER" ? { ...context.answers, ...event.answers } : context.answers,
      today: ({ context, event }) => (event.type === "ANSWER" && event.today) || context.today,
      errors: {},
      validateCurrentStep: false,
      // The next question begins with its film closed.
      playButton: ({ context }) => (context.playButton === undefined ? undefined : true),
    }),
    advance: raise({ type: "NEXT" }),

    acceptEmail: assign({ checks: ({ context }) => ({ ...context.checks, email: "good" as const }) }),
    acceptEmailUnchecked: assign({
      checks: ({ context }) => ({ ...context.checks, email: "unchecked" as const }),
    }),
    refuseEmail: assign({
      errors: ({ context, event }) => {
        if (event.type !== "xstate.done.actor.checkEmail") return context.errors;
        return { ...context.errors, email: isRefusedForGood(event.output) ? "emailBlocked" : "emailRefused" };
      },
      validateCurrentStep: true,
    }),
    storePlace: assign({
      checks: ({ context, event }) => {
        if (event.type !== "xstate.done.actor.lookUpZip") return context.checks;
        const { isTaken, ...place } = event.output;
        return { ...context.checks, place };
      },
    }),
    leavePlaceEmpty: assign({ checks: ({ context }) => ({ ...context.checks, place: noPlace }) }),
    refuseZip: assign({
      errors: ({ context }) => ({ ...context.errors, zip_code: "zipUnknown" as const }),
      validateCurrentStep: true,
    }),
    askAboutZip: assign({
      errors: ({ context }) => ({ ...context.errors, zip_code: "zipUnheardOf" as const }),
      validateCurrentStep: true,
    }),
    acceptPhone: assign({
      checks: ({ context, event }) =>
        event.type === "xstate.done.actor.checkPhone"
          ? { ...context.checks, phone: { ...verdict(event.output, context), unchecked: false } }
          : context.checks,
    }),
    acceptPhoneUnchecked: assign({
      checks: ({ context }) => ({ ...context.checks, phone: { ...verdict(null, context), unchecked: true } }),
    }),
    refusePhone: assign({
      errors: ({ context }) => ({ ...context.errors, phone: "phoneRefused" as const }),
      validateCurrentStep: true,
    }),
    storeHitAndRun: assign({
      checks: ({ context, event }) =>
        event.type === "xstate.done.actor.readDescription"
          ? { ...context.checks, hitAndRun: event.output.hit_and_run }
          : context.checks,
    }),
    storeGibberish: assign({
      checks: ({ context, event }) =>
        event.type === "xstate.done.actor.checkGibberish"
          ? { ...context.checks, gibberish: event.output.is_gibberish ? ("yes" as const) : ("no" as const) }
          : context.checks,
    }),
    leaveGibberishUnanswered: assign({
      checks: ({ context }) => ({ ...context.checks, gibberish: "unchecked" as const }),
    }),

    nameSelectedBuyers: assign({
      checks: ({ context: { checks }, event }) => {
        const answer = event.type === "xstate.done.actor.findBuyers" ? event.output : null;
        return { ...checks, buyers: answer ? selectedBuyers(answer.selected, answer.possible) : noBuyers };
      },
    }),
    noteNoAnswer: assign({ checks: ({ context }) => ({ ...context.checks, buyers: noAnswer }) }),
    nameNoBuyers: assign({ checks: ({ context }) => ({ ...context.checks, buyers: noBuyers }) }),
    /** Those of a list, as the variant's own or because none were selected. */
    nameListedBuyers: assign({
      checks: ({ context: { checks }, event }, { as }: { as: "fixed" | "default" }) => {
        const listed = event.type === "xstate.done.actor.listBuyers" ? event.output : [];
        const { buyers = noBuyers } = checks;
        return { ...checks, buyers: as === "fixed" ? fixedBuyers(listed) : defaultBuyers(buyers, listed) };
      },
    }),

    enterDuiFlow: assign({ inDuiFlow: true }),
    clearDisqualification: assign({ cleared: true }),
    noteHitAndRun: assign({ notes: ({ context }) => [...context.notes, "hit_and_run" as const] }),
    noteUninsured: assign({ notes: ({ context }) => [...context.notes, "uninsured" as const] }),
    completeTreatment: assign({
      completed: ({ context }) => [...context.completed, completes.completeTreatment!],
    }),
    togglePlay: assign({ playButton: ({ context }) => !context.playButton }),
    validateCurrentStep: assign({ validateCurrentStep: true }),

    loadMediaScript: inTheBrowser,
    loadTrackingPixel: inTheBrowser,
    loadAdTrackingScript: inTheBrowser,
    loadSocialPixel: inTheBrowser,
    reportLead: inTheBrowser,
    openClickWindow: inTheBrowser,
  },
});

/** The vocabulary every survey variant is written in: guards, actions and invoked services. */
export const survey = vocabulary.extend({
  actions: {
    /** Whatever the survey, visitors of this affiliate load the social pixel (spec 4.3). */
    greet: vocabulary.enqueueActions(({ context, enqueue }) => {
      if (context.tracking.affid === SOCIAL_PIXEL_AFFID) enqueue("loadSocialPixel");
    }),
    /** Counts the stored lead for the social pixel, without any of its contents. */
    countLead: vocabulary.enqueueActions(({ context, enqueue }) => {
      if (context.tracking.affid === SOCIAL_PIXEL_AFFID) enqueue("reportLead");
    }),
    /** Whatever the survey, an answer that tells of an injury loads the ad-tracking script (spec 4.3). */
    loadScripts: vocabulary.enqueueActions(({ event, enqueue }) => {
      if (event.type === "ANSWER" && answerIs(event.answers.physical_injury, "Yes")) {
        enqueue("loadAdTrackingScript");
      }
    }),
  },
});

/**
 * The common part of all surveys: the context, that an answer is remembered before the chart moves on, and that a
 * refused step is validated while it is corrected.
 */
export const everySurvey = {
  /**
   * No chart passes through so many states for one event: a chart that loops without an event ends in an error instead
   * of hanging.
   */
  options: { maxIterations: 100 },
  context: ({ input }: { input: SurveyInput }): SurveyContext => freshContext(input),
  entry: "greet",
  on: {
    ANSWER: { actions: ["remember", "loadScripts", "advance"] },
    REFUSED: { actions: "validateCurrentStep" },
  },
} as const;
