import type { Outcome } from "../calls.ts";
import type { Arrival } from "../lead/tracking.ts";
import { type Answered, type LogEntry, readLog } from "../visit/log.ts";

/** A visit's recording by question, whatever the question's place in the chart. */
export type Recording = {
  arrival: Arrival;
  startedAt: number;
  /** The last answer to each step that was ever answered; answers on the visit's final path win. */
  answers: ReadonlyMap<string, Answered>;
  /** The outcomes of each service's calls, in order. */
  outcomes: ReadonlyMap<string, readonly Outcome[]>;
};

/** Reads a log by question. Answers that were gone back from are kept: another chart may ask for them. */
export function recordingIn(log: readonly LogEntry[]): Recording {
  const { arrival, startedAt, trail } = readLog(log);
  const answers = new Map<string, Answered>();
  for (const { kind, at, body } of log) {
    if (kind === "answer") {
      answers.set(body.step, { step: body.step, answers: body.answers, today: body.today, at, outcomes: [] });
    }
  }
  for (const answered of trail) answers.set(answered.step, answered);
  const outcomes = new Map<string, Outcome[]>();
  for (const outcome of trail.flatMap((answered) => answered.outcomes)) {
    outcomes.set(outcome.call, [...(outcomes.get(outcome.call) ?? []), outcome]);
  }
  return { arrival, startedAt, answers, outcomes };
}
