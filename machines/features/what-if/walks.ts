import type { Outcome } from "../../context/calls.ts";
import type { Arrival } from "../../context/tracking.ts";
import { type Answered, type LogEntry, readLog } from "../../visit/log.ts";
import type { Place, Position } from "./learned-steps.ts";

/** A visit's recording by question, whatever the question's place in the chart. */
export type Recording = {
  arrival: Arrival;
  startedAt: number;
  /** The last answer to each step that was ever answered; answers on the visit's final path win. */
  answers: ReadonlyMap<string, Answered>;
  /** The outcomes of each service's calls, in order. */
  outcomes: ReadonlyMap<string, readonly Outcome[]>;
  /** The steps whose answers count, in the order in which they were given. */
  trail: readonly string[];
};

/** Reads a log by question. Answers that were taken back are kept: another chart may ask for them. */
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
  return { arrival, startedAt, answers, outcomes, trail: trail.map(({ step }) => step) };
}

/** A value that belongs to one visit, computed from its recording and its positions so far. */
export type Own<Value> = (recording: Recording, positions: readonly Position[]) => Value;

/** How a walk asks about its visit. It learns everything here, so that visits with the same replies share one result. */
export type Walker = {
  ask<Reply extends string | boolean>(own: Own<Reply>): Reply;
  /** @returns the next place of the visit, and the index of its own position there */
  reach(own: Own<Position>): { place: Place; position: number };
};

/** The result of a walk, and this visit's positions on it. */
type Walked<Result> = { found: Result; positions: readonly Position[] };

type Question = { own: Own<unknown>; isPosition: boolean };
/** A question, and what follows each reply to it. */
type Asked<Result> = Question & { next: Map<unknown, Next<Result>> };
type Next<Result> = Asked<Result> | { found: Result };

/**
 * Walks visits, and remembers the questions and replies of each walk as a tree. A further visit is asked the same
 * questions one by one; if all its replies are known, the result is found without a walk.
 */
export class Walks<Result> {
  #first: Next<Result> | undefined;
  #count = 0;
  readonly #walk: (walker: Walker) => Result;
  readonly #maxQuestions: number;

  /**
   * @param walk must depend only on the replies that it gets
   * @param maxQuestions how many questions to remember before all are forgotten
   */
  constructor(walk: (walker: Walker) => Result, maxQuestions: number) {
    this.#walk = walk;
    this.#maxQuestions = maxQuestions;
  }

  of(recording: Recording): Walked<Result> {
    const positions: Position[] = [];
    let at = this.#first;
    while (at && "own" in at) at = at.next.get(replyTo(at, recording, positions));
    return at ? { found: at.found, positions } : this.#learn(recording);
  }

  #learn(recording: Recording): Walked<Result> {
    if (this.#count > this.#maxQuestions) {
      this.#first = undefined;
      this.#count = 0;
    }
    const positions: Position[] = [];
    let keep = (next: Next<Result>) => {
      this.#first = next;
    };
    let known = this.#first;
    const put = (question: Question): unknown => {
      const reply = replyTo(question, recording, positions);
      let asked = known;
      if (!asked || !("own" in asked)) {
        asked = { ...question, next: new Map() };
        this.#count += 1;
        keep(asked);
      }
      const { next } = asked;
      known = next.get(reply);
      keep = (each) => next.set(reply, each);
      return reply;
    };
    const found = this.#walk({
      ask: <Reply>(own: Own<Reply>) => put({ own, isPosition: false }) as Reply,
      reach: (own) => ({ place: put({ own, isPosition: true }) as Place, position: positions.length - 1 }),
    });
    keep({ found });
    return { found, positions };
  }
}

/** A visit's reply. A position is added to its positions, and the reply is the place, which visits share. */
function replyTo({ own, isPosition }: Question, recording: Recording, positions: Position[]): unknown {
  const reply = own(recording, positions);
  if (!isPosition) return reply;
  positions.push(reply as Position);
  return (reply as Position).place;
}
