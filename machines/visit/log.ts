import type { Outcome } from "../context/calls.ts";
import type { Arrival } from "../context/tracking.ts";
import type { Answers } from "../rules/answers.ts";
import type { CalendarDay } from "../rules/dates.ts";
import { addFact, type Fact, type KnownFacts } from "./facts.ts";

/**
 * `after`: how many answers the chart had taken before it, where it answers the newest question. `sent`: identifies a
 * repeated delivery of the same answer. `until`: the question to return to, for an answer that is changed from there;
 * the answers between the two count again as far as `kept` says.
 */
type AnswerBody = {
  step: string;
  answers: Answers;
  today?: CalendarDay;
  after?: number;
  sent?: SentAs;
  until?: string;
} & Kept;

/** Steps whose answers, put aside when one before them was changed, still fit and count again; in their order. */
export type Kept = { kept?: readonly string[] };

/** When the browser says that the visitor gave an answer, UTC milliseconds, or which screen's form brought it. */
export type SentAs = { at: number } | { screen: number };

/**
 * The append-only log of a visit: the only thing the server believes.
 * `at` is UTC milliseconds. An entry is how the visitor came in; a later one (a new click) replaces
 * the tracking and keeps the answers.
 */
export type LogEntry = { at: number } & (
  | { kind: "entry"; body: Arrival }
  | { kind: "answer"; body: AnswerBody }
  /** `of`: the step whose answer led to the call; without it the newest. */
  | { kind: "outcome"; body: Outcome & Kept & { of?: string } }
  | { kind: "fact"; body: Fact }
  | { kind: "back"; body: { from: string } }
  /** An answer that the form's own rules refused: whose it was and which fields, never what was typed. */
  | { kind: "refused"; body: { step: string; fields: string[] } }
);

/** An answered step and the services' outcomes for it. */
export type Answered = {
  step: string;
  answers: Answers;
  at: number;
  /** The visitor's calendar day when it was given. */
  today?: CalendarDay;
  outcomes: readonly Outcome[];
};

/** A log read from its beginning to its end. */
export type Visit = {
  arrival: Arrival;
  startedAt: number;
  /** The answers that count, in the order of the steps. */
  trail: readonly Answered[];
  /** Where the visitor is: `trail.length` at the newest question, less after Back. */
  position: number;
  /** The question to come back to while a changed answer is on its way there. */
  until?: string;
  /** The answers between the two that do not count for now. */
  aside?: readonly Answered[];
  /** Every answer ever given, newest first to be shown again when its step is. */
  drafts: Record<string, Answers>;
  /** Known facts besides the answers. */
  facts: KnownFacts;
};

const noArrival: Arrival = { path: "", query: {}, referer: "" };

/** Reads a log. Later answers to a step replace that step's and drop the ones behind it, unless nothing changed. */
export function readLog(log: readonly LogEntry[]): Visit {
  return log.reduce(withEntry, emptyVisit(log[0]?.at ?? 0));
}

/** A visit before its log is read. */
export function emptyVisit(startedAt: number): Visit {
  return { arrival: noArrival, startedAt, trail: [], position: 0, drafts: {}, facts: {} };
}

/** A visit after the next entry of its log. What the entry does not change stays the same object. */
export function withEntry(visit: Visit, entry: LogEntry): Visit {
  const { trail } = visit;
  switch (entry.kind) {
    case "entry":
      return { ...visit, arrival: entry.body };
    case "answer": {
      const { step, answers, today, after = trail.length, until, kept } = entry.body;
      const drafts = { ...visit.drafts, [step]: answers };
      // The earlier answers were refused by a check, or are no longer asked at this place since a deploy.
      const before = trail.slice(0, after);
      const index = before.findIndex((answered) => answered.step === step);
      const isLast = index === before.length - 1;
      if (index >= 0 && !isLast && sameAnswers(before[index]!.answers, answers)) {
        return { ...visit, trail: before, drafts, position: until ? before.length : index + 1 };
      }
      const stays = index < 0 ? before : before.slice(0, index);
      const answered = { step, answers, at: entry.at, today, outcomes: [] };
      const aside = until
        ? [...trail.slice(index < 0 ? after : index + 1), ...(visit.aside ?? [])]
        : undefined;
      const changed = {
        ...visit,
        trail: [...stays, answered],
        drafts,
        position: stays.length + 1,
        until,
        aside,
      };
      return countedAgain(changed, kept);
    }
    case "outcome": {
      const { of, kept, ...outcome } = entry.body;
      const about = trail.find(({ step }) => step === of) ?? trail.at(-1);
      const heard = (answered: Answered) =>
        answered === about ? { ...answered, outcomes: [...answered.outcomes, outcome as Outcome] } : answered;
      return countedAgain({ ...visit, trail: trail.map(heard) }, kept);
    }
    case "fact":
      return { ...visit, facts: addFact(visit.facts, entry.body) };
    case "back": {
      const from = trail.findIndex((answered) => answered.step === entry.body.from);
      return { ...visit, position: Math.max(0, (from < 0 ? trail.length : from) - 1) };
    }
    case "refused": // Counted by those who read the log, see `passagesOf`.
      return visit;
  }
}

/** These services' outcomes depend only on the answer, whatever was answered before it. */
const ofItsAnswer: ReadonlySet<Outcome["call"]> = new Set([
  "checkEmail",
  "checkPhone",
  "checkGibberish",
  "lookUpZip",
  "readDescription",
]);

function countedAgain(visit: Visit, kept: readonly string[] = []): Visit {
  const { trail, aside = [] } = visit;
  if (kept.length === 0) return visit;
  const again = kept.flatMap((name) => aside.find(({ step }) => step === name) ?? []);
  const whole = [
    ...trail,
    ...again.map((answered) => ({
      ...answered,
      outcomes: answered.outcomes.filter(({ call }) => ofItsAnswer.has(call)),
    })),
  ];
  return {
    ...visit,
    trail: whole,
    position: whole.length,
    aside: aside.filter((answered) => !again.includes(answered)),
  };
}

/** Answers and their outcomes as a log of their own: all of a visit that its page may know. */
export function logOf(trail: readonly Answered[]): LogEntry[] {
  return trail.flatMap(({ step, answers, at, today, outcomes }): LogEntry[] => [
    { kind: "answer", at, body: { step, answers, today } },
    ...outcomes.map((outcome) => ({ kind: "outcome" as const, at, body: { ...outcome, of: step } })),
  ]);
}

/** True when both record the same fields with the same values. */
export function sameAnswers(one: Answers, other: Answers): boolean {
  const names = Object.keys(one) as (keyof Answers)[];
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}
