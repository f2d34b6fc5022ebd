import type { Outcome } from "../context/calls.ts";
import type { Arrival } from "../context/tracking.ts";
import type { AnswerErrors } from "../fields/parse-answer.ts";
import type { Answers } from "../rules/answers.ts";
import type { CalendarDay } from "../rules/dates.ts";
import type { EffectName, SurveyEvent } from "../survey.ts";
import type { Fact } from "./facts.ts";
import type { LogEntry, SentAs } from "./log.ts";
import type { VisitState } from "./visit-state.ts";

/** The submitted form of one question. */
export type Submitted = {
  kind: "answer";
  step: string;
  fields: Record<string, string | undefined>;
  today: CalendarDay;
  /** Identifies a second delivery. */
  sent?: SentAs;
  /** The question that the visitor left to change this answer, and goes back to. */
  until?: string;
};

/**
 * A visitor's action, or a new fact. `at` is now, in UTC milliseconds. `arrival` is a new way in that came with it
 * (`newArrival`): it is recorded first, but the command is judged by its page, which the old one made.
 */
export type Command = { at: number; arrival?: Arrival } & (
  | { kind: "arrive" }
  | Submitted
  | { kind: "back"; from: string }
  /** What the service has answered that the chart waits for (`state.replay.call`). */
  | { kind: "outcome"; outcome: Outcome }
  | { kind: "fact"; fact: Fact }
  /** What forms have refused in the browser. */
  | { kind: "refused"; refusals: readonly Refusal[] }
  /** Something on the page that the chart hears of and no log records, such as TOGGLE_PLAY. */
  | { kind: "page"; event: SurveyEvent }
);

/** Why a command was not followed: its step is not on the visitor's way, or the form's own rules refuse the answer. */
export type Rejection =
  | { kind: "stale" }
  | { kind: "invalid"; step: string; errors: AnswerErrors; values: Answers };

export type Decision = {
  append: LogEntry[];
  /** The visit after it. Its `replay.call` is the service to ask next. */
  state: VisitState;
  /** Its effects in the browser, in this order. */
  effects: EffectName[];
  rejected?: Rejection;
};

/** An answer that a form's own rules refused, and for which fields; `at` is UTC milliseconds. */
export type Refusal = { step: string; fields: string[]; at: number };

/** Further refusals of one visit say nothing new, and could fill its log. */
const most = 20;

/**
 * Refusals as they are added to a visit's log: those of questions on its way and of fields these have, each once.
 * @param isReported they were reported by a browser, which may do so twice
 */
export function refusalEntries(
  { log, path, survey }: Pick<VisitState, "log" | "path" | "survey">,
  refusals: readonly Refusal[],
  { isReported }: { isReported: boolean },
): LogEntry[] {
  const known = log.filter(({ kind }) => kind === "refused");
  const entries = refusals.flatMap(({ step, fields, at }): LogEntry[] => {
    const question = path.includes(step) ? survey.question(step) : undefined;
    const names = ["option", ...(question?.fields ?? []).map((field) => field.name as string)];
    const refused = names.filter((field) => fields.includes(field));
    const isKnown = isReported && known.some((entry) => entry.at === at);
    return question && refused.length > 0 && !isKnown
      ? [{ kind: "refused", at, body: { step, fields: refused } }]
      : [];
  });
  return entries.slice(0, Math.max(0, most - known.length));
}
