import { leafOf } from "../graph/leaves.ts";
import { observedSteps, stepperOf } from "../graph/stepper.ts";
import type { Answers } from "../rules/answers.ts";
import { stepNamed } from "../steps/index.ts";
import type { SurveyInput } from "../survey.ts";
import type { SurveyMachine } from "../variant.ts";
import { decide } from "../visit/decide.ts";
import type { SurveySnapshot } from "../visit/replay.ts";
import { type Question, readVisit, type VisitState, withEntries } from "../visit/visit-state.ts";
import { pageEvents } from "./cases.ts";
import type { Move } from "./moves.ts";
import { type AskedGuard, traced } from "./traced.ts";

/** The state of a simulation after one of its moves; the first moment is its beginning, before any. */
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
  /** The result of a further move; undefined where the chart does not take it. */
  preview(move: Move): Moment | undefined;
};

/** A visit to a chart before its first answer. `taken` lists the edges of its last step. */
export function begin(machine: SurveyMachine, input: SurveyInput) {
  let taken: string[] = [];
  const steps = observedSteps(stepperOf(machine), (step) => taken.push(...step.taken));
  const question = (name: string) => stepNamed(name, machine);
  return {
    begun: readVisit({ machine, steps, question, inputOf: () => input }, []),
    /** Ids of the edges taken since the last call, or the beginning. */
    taken(): string[] {
      const all = taken;
      taken = [];
      return all;
    },
  };
}

/** The result of a move from any visit that began this way; undefined where the chart does not take it. */
export function attempt(from: VisitState, move: Move): VisitState | undefined {
  try {
    return takes(from, move) ? after(from, move) : undefined;
  } catch {
    // The service's alleged answer cannot be read by our code.
    return undefined;
  }
}

/**
 * Runs moves through a chart, as far as it takes them. An answer to a question that a check has refused replaces the
 * refused one, as in a visit's log. Pure: the same moves lead to the same moments.
 */
export function simulate(machine: SurveyMachine, input: SurveyInput, moves: readonly Move[]): Simulation {
  const { machine: tracedMachine, asked } = traced(machine);
  const { begun, taken } = begin(tracedMachine, input);
  const momentOf = ({ replay: { snapshot } }: VisitState, move?: Move): Moment => {
    return { ...(move && { move }), snapshot, taken: taken(), asked: asked(), leaf: leafOf(snapshot) };
  };
  const next = (from: VisitState, move: Move): VisitState | undefined => {
    // The reads of a failed move do not count for the next.
    asked();
    taken();
    return attempt(from, move);
  };

  let state = begun;
  const moments = [momentOf(state)];
  for (const move of moves) {
    const after = next(state, move);
    if (!after) break;
    state = after;
    moments.push(momentOf(state, move));
  }
  return {
    moments,
    preview(move) {
      const after = next(state, move);
      return after && momentOf(after, move);
    },
  };
}

/** Answers are recorded as they are: a simulation has no form that a visitor could fill in wrongly. */
function after(from: VisitState, move: Move): VisitState {
  const { path, step, replay } = from;
  const at = 0;
  switch (move.kind) {
    case "answer": {
      const { today = replay.snapshot.context.today } = move;
      const body = { step, answers: move.answers, today, after: path.indexOf(step) };
      return withEntries(from, [{ kind: "answer", at, body }]);
    }
    case "outcome":
      return decide(from, { kind: "outcome", at, outcome: move.outcome }).state;
    case "page":
      return decide(from, { kind: "page", at, event: move.event }).state;
    case "again":
      return decide(from, { kind: "page", at, event: { type: "ANSWER", answers: {} } }).state;
  }
}

/** True for a move that can happen where a visit is; an answer has to be one to the question on screen. */
function takes({ replay: { snapshot, state, call }, survey }: VisitState, move: Move): boolean {
  if (snapshot.status !== "active") return false;
  if (move.kind === "outcome") return call?.id === move.outcome.call;
  if (call) return false;
  if (move.kind === "page") return pageEvents(snapshot).includes(move.event.type);
  const question = survey.question(state);
  return move.kind === "again" ? !question : question !== undefined && areOf(question, move.answers);
}

/** A chosen value must be one of the options, as in a form; a typed value is recorded as it is. */
function areOf({ options = [], fields = [] }: Question, answers: Answers): boolean {
  const typed = new Set<string>(fields.flatMap((field) => (field.options ? [] : [field.name])));
  const choices = [...options, ...fields.flatMap((field) => field.options ?? [])];
  const isChosen = (name: string, value: unknown) =>
    choices.some(({ records }) => (records as Record<string, unknown>)[name] === value);
  return Object.entries(answers).every(([name, value]) => typed.has(name) || isChosen(name, value));
}
