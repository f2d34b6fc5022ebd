import type { ErrorKey } from "../fields/parse-answer.ts";
import type { AnswerField, Answers } from "../rules/answers.ts";
import type { CalendarDay } from "../rules/dates.ts";
import type { Note } from "../rules/forced-answers.ts";
import type { BuyersOutcome } from "../rules/one-to-one.ts";
import type { PageFlags } from "../rules/page-flags.ts";
import { noPlace, type Place } from "../rules/place.ts";
import type { Tracking } from "./tracking.ts";

/** The lists of states that charts ask about, as two-letter codes; empty unless a deployment fills them. */
export type SurveySettings = {
  dateOfBirthStates: readonly string[];
  noDefaultBuyersStates: readonly string[];
};

/** A survey's own limits, as data of its variant. */
export type VariantLimits = {
  /** Days since the accident up to which, inclusive, a lead may be qualified. */
  qualifiedDays?: number;
  /** Days up to which, inclusive, untreated visitors are asked about treatment. */
  willingToTreatDays?: number;
  /** Calendar months up to which, inclusive, a serious injury counts as recent. */
  seriousInjuryMonths?: number;
};

/** How the visitor came in: what guards may read besides the answers. */
export type SurveyInput = {
  path: string;
  tracking: Tracking;
  /** The visitor's calendar day; an answer that brings its own day overrides it from there on. */
  today: CalendarDay;
  /** Experiments and switches of the path; what is absent is off. */
  flags?: Partial<PageFlags>;
  /** The visitor's state where it is known from the start (a stored zip code, the region); two letters. */
  region?: string;
  settings?: Partial<SurveySettings>;
  /** The survey's own; absent where it has none. */
  limits?: VariantLimits;
};

/** The invoked services' results. Absent until asked; `unchecked` when the service gave no answer. */
export type Checks = {
  email?: "good" | "unchecked";
  place: Place;
  phone?: { valid: boolean; active: boolean; unchecked: boolean };
  /** `hit_and_run` of the record; also absent when nobody could tell. */
  hitAndRun?: "yes" | "no";
  buyers?: BuyersOutcome;
  gibberish?: "yes" | "no" | "unchecked";
};

export type SurveyContext = SurveyInput & {
  answers: Answers;
  checks: Checks;
  /** What a check found wrong with the step's own answers. */
  errors: { [field in AnswerField]?: ErrorKey };
  /** Pending charges were admitted: the visit follows the DUI branch. */
  inDuiFlow: boolean;
  /** The DUI description lifted what disqualified up to it, its own gibberish included (ruling 69). */
  cleared: boolean;
  /** Findings of the hit-and-run questions: each appends a sentence and lifts `bad_words`. */
  notes: readonly Note[];
  /** Steps the chart counts as done without having asked them (ruling 80). */
  completed: readonly string[];
  /** The step was refused: the page checks its fields again as they change (ruling 73). */
  validateCurrentStep: boolean;
  /** Progress-bar variant (ruling 73): the header's play control is shown. */
  playButton?: boolean;
};

/** The step that each of these actions marks complete. */
export const completes: Record<string, string> = { completeTreatment: "DidYouReceiveMedicalTreatment" };

export function freshContext(input: SurveyInput): SurveyContext {
  return {
    ...input,
    answers: {},
    checks: { place: noPlace },
    errors: {},
    inDuiFlow: false,
    cleared: false,
    notes: [],
    completed: [],
    validateCurrentStep: false,
  };
}
