// biome-ignore-all lint/suspicious/noExplicitAny: state names and config differ from variant to variant
import type { AnyStateMachine, StateMachine } from "xstate";
import type { VariantLimits } from "./context/context.ts";
import type { EntryDefaults } from "./context/tracking.ts";
import type { ClickWindowRule } from "./rules/click-window.ts";
import type { Language } from "./steps/step.ts";
import { everySurvey, survey } from "./survey.ts";

/** For its type alone: browsers make no such machine. */
const anySurvey = () => survey.createMachine({ ...everySurvey });
type SurveyMachineOf<Machine> =
  Machine extends StateMachine<
    infer Context,
    infer Event,
    infer Children,
    infer Actor,
    infer Action,
    infer Guard,
    infer Delay,
    any,
    infer Tag,
    infer Input,
    infer Output,
    infer Emitted,
    infer Meta,
    any
  >
    ? StateMachine<
        Context,
        Event,
        Children,
        Actor,
        Action,
        Guard,
        Delay,
        any,
        Tag,
        Input,
        Output,
        Emitted,
        Meta,
        any
      >
    : AnyStateMachine;

/** Any variant's chart: state names differ, events, input and provided services do not. */
export type SurveyMachine = SurveyMachineOf<ReturnType<typeof anySurvey>>;

/** What some variants add to the thank-you address. */
export type ThankYouExtra = `lang=${string}` | "is_disqualified" | "referer";

export type Variant = {
  /** Short code: /survey/{code} always shows this variant. */
  code: string;
  /** Every path that shows it, with what that path presets (spec 2.4). */
  entries: Record<string, EntryDefaults>;
  /** Every other path that contains this part shows it too: landing pages elsewhere (spec 2.4). */
  landingPart?: string;
  machine: SurveyMachine;
  /** The kind of lead that it makes: a survey's by default. */
  flow?: "survey" | "one-page" | "multi-step" | "ticket" | "benefits";
  /** The subject of its first screen, where that is not an accident in general. */
  about?: "" | "dui" | "treatment";
  /** Thank-you destination; an entry may name its own. */
  thankYou?: string;
  /** The parameters of its thank-you address beyond the common ones (spec 2.4). */
  thankYouExtras?: readonly ThankYouExtra[];
  /** The thank-you address keeps the visit's query (spec 2.4). */
  keepsQuery?: boolean;
  language?: Language;
  /** Its language is one that nobody has reviewed: visitors find it only where the environment says so. */
  isDraft?: boolean;
  progressStyle?: "dots" | "bar";
  /** The film that its header offers, by its id, where a feature has films. */
  film?: string;
  /** Where a step's advance scrolls to (spec 2.4; ruling 27). */
  scrollTo?: "top" | "anchor";
  /** Limits of its own, where they differ from machines/rules/limits.ts. */
  limits?: VariantLimits;
  /** Ruling 3: the DUI variant tests exactly the last day of the window. */
  earlyTreatment?: "within" | "exactly";
  /** `accident_type` where the variant sets it; '' where it is asked or unknown. */
  accidentType?: string;
  /** When the affiliate's window opens for a disqualified lead (spec 4.3). */
  clickWindow?: ClickWindowRule;
  /** Its payload contains do_not_send_to_dq (spec 7; ruling 173). */
  sendsDqFlag?: boolean;
  /** The lead goes out in the form of another campaign too (ruling 52). */
  transformedLead?: boolean;
  /** The lead goes to the external distribution too (spec 7). */
  distribution?: boolean;
};

/** A path and what it shows. */
export type SurveyEntry = { path: string; variant: Required<Variant>; defaults: EntryDefaults };

/**
 * True where the first form makes the lead: it is made for one visitor then, and names its visit, so that pressed twice it
 * makes one.
 */
export function asksAllAtOnce({ flow }: Pick<Required<Variant>, "flow">): boolean {
  return flow === "one-page";
}

/** Declares a variant, filling in what most of them share. */
export function variant(definition: Variant): Required<Variant> {
  return {
    flow: "survey",
    about: "",
    thankYou: "/survey-thank-you/",
    thankYouExtras: [],
    keepsQuery: false,
    language: "en",
    isDraft: false,
    progressStyle: "dots",
    film: "",
    scrollTo: "top",
    limits: {},
    earlyTreatment: "within",
    accidentType: "",
    landingPart: "",
    clickWindow: "unlessListedState",
    sendsDqFlag: false,
    transformedLead: false,
    distribution: false,
    ...definition,
  };
}
