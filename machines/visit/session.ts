import type { AnyStateMachine } from "xstate";
import type { SurveyContext } from "../context/context.ts";
import { disqualification } from "../context/disqualification.ts";
import { accidentAge, formatIso } from "../rules/dates.ts";
import type { SurveyMachine } from "../variant.ts";
import type { ShortestWay } from "./shortest-way.ts";

/** A step's progress, 0 to 100; `derived` where the specification gives none. */
type Progress = { value: number; derived: boolean };

/**
 * The progress indicator's value at the last step of `path`. The specification's own number is used as it is; without
 * one it is the share of steps done on the shortest way from here, never less than shown before and below 100 until the
 * survey is submitted (ruling 64).
 * @param path the steps from the first to the one on screen
 */
export function progressAt(
  machine: AnyStateMachine,
  { left }: Pick<ShortestWay, "left">,
  path: readonly string[],
): Progress {
  const given = givenProgress(machine, path.at(-1) ?? "");
  if (given !== undefined) return { value: given, derived: false };
  const share = (done: number, toDo = Number.POSITIVE_INFINITY) => Math.round((100 * done) / (done + toDo));
  const shown = path.map((step, done) => givenProgress(machine, step) ?? share(done, left[step]));
  return { value: Math.min(99, Math.max(0, ...shown)), derived: true };
}

function givenProgress(machine: AnyStateMachine, state: string): number | undefined {
  return machine.root.states[state]?.meta?.progress;
}

/** A counted step. `name` and `label` are those of the question at its place. */
type TrackedStep = {
  number: number;
  name: string;
  label: string;
  completed: boolean;
  active: boolean;
};

/** The progress tracker (spec 3.3): what "Step n of m", its dots and its spoken text are read from. */
export type ProgressTracker = {
  total: number;
  /** Which of the questions at its step the one on screen is, from 1: a side branch has several at one step. */
  part: number;
  steps: TrackedStep[];
};

/**
 * A question's position. `total` is the length of the shortest way from the first question, so it never changes; a
 * question's number is `total` less the shortest way from it, so the last one is `total`. A question on no shortest way
 * belongs to the one before it and shares its number.
 * @param path the questions on the visitor's way
 * @param active the one on screen
 * @param completed steps that the chart has marked complete without asking them
 * @param labelOf a question's label
 */
export function progressTracker(
  { steps, left, next }: ShortestWay,
  path: readonly string[],
  active: string,
  completed: readonly string[],
  labelOf: (name: string) => string,
): ProgressTracker {
  const total = steps.length;
  const placeOf = (name: string) => Math.min(total - 1, total - (left[name] ?? total));
  const before = path.slice(0, Math.max(0, path.indexOf(active)));
  const names = [...steps];
  const done = new Set<number>();
  let here = 0;
  let part = 1;
  const goTo = (name: string, isFirst: boolean) => {
    const place = Math.max(here, placeOf(name));
    part = place === here && !isFirst ? part + 1 : 1;
    here = place;
  };
  for (const [index, name] of before.entries()) {
    goTo(name, index === 0);
    if (!done.has(here)) names[here] = name;
    done.add(here);
  }
  for (const name of completed) done.add(placeOf(name));
  goTo(active, before.length === 0);
  names[here] = active;
  for (let name = next[active]; name; name = next[name])
    if (placeOf(name) > here) names[placeOf(name)] = name;
  return {
    total,
    part,
    steps: names.map((name, index) => ({
      number: index + 1,
      name,
      label: labelOf(name),
      completed: index < here && done.has(index),
      active: index === here,
    })),
  };
}

/** Session state (spec 3.3): where a visit is, for the screens that show it. */
export type SessionState = {
  /** The questions on the visitor's way, the newest last. */
  steps: readonly string[];
  currentStep: string;
  /** 0 to 100. */
  currentProgress: number;
  tracker: ProgressTracker;
  /** By the answers so far. */
  isDisqualified: boolean;
  /** '' for visitors who are not disqualified. */
  dqReason: string;
  /** YYYY-MM-DD; '' where no date was given. */
  injuryDate: string;
  /** The visit's own id; it is not a credential. */
  sessionId: string;
  inDuiFlow: boolean;
  /** The page was requested under another host than the site's own. */
  isExternalHost: boolean;
  showOverlay: boolean;
  disableScroll: boolean;
};

type Session = Pick<SessionState, "steps" | "currentStep" | "sessionId" | "isExternalHost"> & {
  machine: SurveyMachine;
  /** The shortest way for visitors who came in like this one. */
  way: ShortestWay;
  context: SurveyContext;
  /** The chart's own state while it waits for a service; its meta then says what the screen shows. */
  waitsIn?: string;
  /** A question's label. */
  labelOf: (name: string) => string;
};

export function sessionState({ machine, way, context, waitsIn, labelOf, ...given }: Session): SessionState {
  const { steps, currentStep } = given;
  const { answers, today, flags, inDuiFlow, completed } = context;
  const meta = machine.root.states[waitsIn ?? currentStep]?.meta;
  const path = steps.slice(0, steps.indexOf(currentStep) + 1);
  const { dq_reason } = disqualification(context, today);
  const date = accidentAge(answers, today)?.date;
  return {
    ...given,
    currentProgress: meta?.progress ?? progressAt(machine, way, path).value,
    tracker: progressTracker(way, steps, currentStep, completed, labelOf),
    isDisqualified: dq_reason !== "",
    dqReason: dq_reason,
    injuryDate: date ? formatIso(date) : "",
    inDuiFlow,
    showOverlay: meta?.overlay ?? false,
    disableScroll: flags?.disableScroll ?? false,
  };
}
