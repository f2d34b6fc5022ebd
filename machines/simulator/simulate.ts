import type { Answers } from "../answers.ts";
import { leafOf } from "../graph/leaves.ts";
import { type Stepped, type Stepper, stepperOf } from "../graph/stepper.ts";
import { stepNamed } from "../steps/index.ts";
import type { Step } from "../steps/step.ts";
import type { SurveyInput } from "../survey.ts";
import type { SurveyMachine } from "../variant.ts";
import { callOf, type SurveySnapshot, topState } from "../visit/replay.ts";
import { pageEvents } from "./cases.ts";
import { eventOf, type Move } from "./moves.ts";
import { type AskedGuard, watched } from "./watched.ts";

/** Where a simulation was after one of its moves; the first moment is its beginning, before any. */
export type Moment = {
  move?: Move;
  snapshot: SurveySnapshot;
  /** The place in the graph where the chart waits. */
  leaf: string;
  /** Ids of the edges that led here, in their order. */
  taken: string[];
  /** The guards that were asked on the way, in their order. */
  asked: AskedGuard[];
};

/** A chart that is tried out. */
export type Simulation = {
  /** As many moments as moves that the chart took, and the beginning. */
  moments: Moment[];
  /** What a further move would lead to; undefined where the chart does not take it. */
  preview(move: Move): Moment | undefined;
};

/**
 * Runs moves through a chart, as far as it takes them. An answer to a question that a check has refused takes the
 * refused one's place, as in a visit's log. Pure: the same moves lead to the same moments.
 */
export function simulate(machine: SurveyMachine, input: SurveyInput, moves: readonly Move[]): Simulation {
  const { machine: told, asked } = watched(machine);
  const stepper = stepperOf(told, input);
  const moments = [momentOf(stepper.start, asked())];
  /** The chart as it was when its newest question was asked. */
  let question = stepper.start.snapshot;

  const next = (from: SurveySnapshot, move: Move): Moment | undefined => {
    if (!takes(from, move, machine)) return undefined;
    const before = move.kind === "answer" && topState(from) === topState(question) ? question : from;
    const stepped = sent(stepper, before, move);
    const guards = asked();
    return stepped && { ...momentOf(stepped, guards), move };
  };
  for (const move of moves) {
    const from = moments.at(-1)!.snapshot;
    if (move.kind === "answer" && topState(from) !== topState(question)) question = from;
    const moment = next(from, move);
    if (!moment) break;
    moments.push(moment);
  }
  const { snapshot } = moments.at(-1)!;
  if (topState(snapshot) !== topState(question)) question = snapshot;
  return { moments, preview: (move) => next(snapshot, move) };
}

function momentOf({ snapshot, taken }: Stepped, asked: AskedGuard[]): Moment {
  return { snapshot, taken, asked, leaf: leafOf(snapshot) };
}

/** Undefined where a service is said to have answered what no code of ours can read. */
function sent({ send }: Stepper, from: SurveySnapshot, move: Move): Stepped | undefined {
  try {
    return send(from, eventOf(move, from.context.today));
  } catch {
    return undefined;
  }
}

/** True for a move that can happen where a chart stands; an answer has to be one to the question on screen. */
function takes(snapshot: SurveySnapshot, move: Move, machine: SurveyMachine): boolean {
  if (snapshot.status !== "active") return false;
  const call = callOf(snapshot);
  if (move.kind === "outcome") return call === move.outcome.call;
  if (call) return false;
  if (move.kind === "page") return pageEvents(snapshot).includes(move.event.type);
  const step = stepNamed(topState(snapshot), machine);
  return move.kind === "again" ? !step : step !== undefined && areOf(step, move.answers);
}

function areOf({ options = [], fields = [] }: Step, answers: Answers): boolean {
  const records = [...options, ...fields.flatMap((field) => field.options ?? [])].map(
    (option) => option.records,
  );
  const names = new Set<string>([...fields.map(({ name }) => name), ...records.flatMap(Object.keys)]);
  return Object.keys(answers).every((name) => names.has(name));
}
