import type { Arrival } from "../../machines/context/tracking.ts";
import type { AnswerErrors } from "../../machines/fields/parse-answer.ts";
import type { SurveyEntry } from "../../machines/registry.ts";
import type { Answers } from "../../machines/rules/answers.ts";
import type { Refusal } from "../../machines/visit/commands.ts";
import type { Fact } from "../../machines/visit/facts.ts";
import type { VisitState } from "../../machines/visit/visit-state.ts";
import type { Caller } from "./perform.ts";
import type { Shown } from "./shown-consent.ts";
import type { KeepPage } from "./submission.ts";
import type { VisitToken } from "./token.ts";

/** What a form or the browser's queue sends for one step. */
export type SubmittedAnswer = {
  step: string;
  fields: Record<string, string | undefined>;
  /** When the browser says that it was given. */
  at?: number;
  /** Which screen's form brought it (`seen` of its token). */
  screen?: number;
  /** The question that the visitor came from to change this answer. */
  until?: string;
};

/** A visitor's action, with what came along. */
export type VisitCommand = {
  action: { back: string } | { answer: SubmittedAnswer } | { submit: true } | { tell: true };
  /** The findings of the page's scripts so far; those in the log are not written again. */
  facts?: readonly Fact[];
  /** The page's own refusals since the last post; the token has those from before the visit was stored. */
  refused?: readonly Refusal[];
};

/** The step that a post answers, if it does. */
export function answeredStep({ action }: VisitCommand): string | undefined {
  return "answer" in action ? action.answer.step : undefined;
}

/** The poster and the page. `shown`: the consent that the page claims to have shown; `keepPage` stores that page. */
export type Submitter = {
  entry: SurveyEntry;
  token: VisitToken;
  /** As the address now says; a new traffic source replaces the visit's. */
  arrival: Arrival;
  caller: Caller & { timeZone: string };
  shown?: Shown;
  keepPage?: KeepPage;
};

/** An answer that is refused by the form's own rules, or by a check of the chart's. */
export type Invalid = {
  kind: "invalid";
  by: "form" | "check";
  state: VisitState;
  step: string;
  errors: AnswerErrors;
  values: Answers;
};

/** A rejected action leaves no record, except that the form's rules refused it. */
export type Rejected =
  | (Invalid & { by: "form" })
  /** The step does not lie on this visit's way. */
  | { kind: "stale"; state: VisitState }
  | { kind: "tooMany"; state: VisitState };
