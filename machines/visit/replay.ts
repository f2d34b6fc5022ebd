import type { SnapshotFrom } from "xstate";
import type { CallId, CallOutputs, Outcome } from "../context/calls.ts";
import { type EffectName, effectNames, type SurveyEvent, type SurveyInput } from "../survey.ts";
import type { SurveyMachine } from "../variant.ts";
import type { Answered } from "./log.ts";
import { type Action, activeNodes, type Inspect, pureSteps } from "./xstate-internals.ts";

export type SurveySnapshot = SnapshotFrom<SurveyMachine>;

/** A service that the chart is waiting for; `invoke` is the chart's own name for this call. */
export type Call = { id: CallId; invoke: string; input: unknown };

/** A chart after its answers. */
export type Replay = {
  snapshot: SurveySnapshot;
  /** Top-level state: a step's name, `submitting` or a final state. */
  state: string;
  /** The answers the chart took; the last one may have been refused by a check. */
  taken: Answered[];
  /** Answers that no longer fit, because the chart changed since they were given. */
  left: Answered[];
  /** Outcomes of the newest answer that no call has used. */
  unused: readonly Outcome[];
  /** The service to ask next, if no outcome of it is on record. */
  call: Call | null;
  /** The chart's effects in the browser on its way, in order. */
  effects: EffectName[];
  /** The chart before its first answer and after each that it took, with all effects until then. */
  stages: readonly Run[];
};

/**
 * Runs a chart over a trail of answers; pure, a few tenths of a millisecond. It goes as far as the chart takes the
 * answers: after a deploy that changed the chart the rest is `left`, never lost (and an old snapshot is never trusted).
 * @param known a replay of the same chart with the same input in this process, which is continued from where the trails
 * part. Without any difference it is returned as it is, with all page events since.
 */
export function replay(steps: Steps, input: SurveyInput, trail: readonly Answered[], known?: Replay): Replay {
  const shared = known ? sharedLength(known.taken, trail) : 0;
  if (known && shared === trail.length && shared === known.taken.length) return known;
  const more = known && moreOutcomes(known, trail, shared);
  const isGoneOn = known !== undefined && more !== undefined;
  const taken = trail.slice(0, isGoneOn ? known.taken.length : shared);
  const stages = known ? known.stages.slice(0, taken.length + 1) : [steps.begin(input)];
  let run = stages.at(-1)!;
  let unused: Outcome[] = [];
  const go = (event: SurveyEvent): Run => {
    const { snapshot, call, effects } = steps.send(run.snapshot, event);
    return { snapshot, call, effects: [...run.effects, ...effects] };
  };
  const settleCalls = () => {
    while (run.call) {
      const found = takeOutcome(unused, run.call.id);
      if (!found) break;
      run = go(settled(found, run.call.invoke));
    }
  };
  if (isGoneOn) {
    const { snapshot, call, effects } = known;
    run = { snapshot, call, effects };
    unused = [...known.unused, ...more];
    settleCalls();
    stages[taken.length] = run;
  }
  for (const answered of trail.slice(taken.length)) {
    if (run.call || topState(run.snapshot) !== answered.step) break;
    run = go({ type: "ANSWER", answers: answered.answers, today: answered.today });
    unused = [...answered.outcomes];
    settleCalls();
    taken.push(answered);
    stages.push(run);
  }
  return { ...run, state: topState(run.snapshot), taken, left: trail.slice(taken.length), unused, stages };
}

/** What a trail adds to a replay, where that is only outcomes of the replay's newest answer. */
function moreOutcomes({ taken }: Replay, trail: readonly Answered[], shared: number): Outcome[] | undefined {
  const last = taken.at(-1);
  const now = trail[taken.length - 1];
  if (!last || !now || shared !== taken.length - 1) return undefined;
  const before = { ...now, outcomes: now.outcomes.slice(0, last.outcomes.length) };
  return sharedLength([last], [before]) === 1 ? now.outcomes.slice(last.outcomes.length) : undefined;
}

/** A replay whose chart receives one more event after the answers. */
export function withEvent(steps: Steps, known: Replay, event: SurveyEvent): Replay {
  const { snapshot, call, effects } = steps.send(known.snapshot, event);
  const run = { snapshot, call, effects: [...known.effects, ...effects] };
  return { ...known, ...run, state: topState(snapshot), stages: [...known.stages.slice(0, -1), run] };
}

/** The number of leading answers that two trails share, compared by everything that a chart reads. */
function sharedLength(one: readonly Answered[], other: readonly Answered[]): number {
  const parts = one.findIndex((answered, index) => !isSame(answered, other[index]));
  return parts < 0 ? one.length : parts;
}

/** A trail made by adding to a log shares its entries with it. */
export function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** Removes and returns the next outcome of this call; a retried call has several on record. */
function takeOutcome(outcomes: Outcome[], id: CallId): Outcome | undefined {
  const at = outcomes.findIndex(({ call }) => call === id);
  return at < 0 ? undefined : outcomes.splice(at, 1)[0];
}

/** `effects` are those of the last event, unless noted otherwise. */
export type Run = { snapshot: SurveySnapshot; call: Call | null; effects: EffectName[] };

/**
 * How a chart is stepped: to its first question, and by one event. Each step has the effects of its own event only, and
 * the call that the chart then waits for.
 */
export type Steps = {
  begin(input: SurveyInput): Run;
  send(snapshot: SurveySnapshot, event: SurveyEvent): Run;
};

/** A chart's steps, to be made once. @param inspect is given every microstep, among other things */
export function stepsOf(machine: SurveyMachine, inspect?: Inspect): Steps {
  const { begin, send } = pureSteps(machine, inspect);
  return {
    begin: (input) => withCall(begin(input)),
    send(snapshot, event) {
      const [after, actions] = send(snapshot, event);
      return withCall([withoutSettled(after, snapshot, event), actions]);
    },
  };
}

/**
 * A state may call several services. They are called one after another in its order, which is one of the orders in
 * which XState's own could settle: one that has settled without moving the chart is not called again.
 */
function withoutSettled(
  after: SurveySnapshot,
  before: SurveySnapshot,
  { type }: SurveyEvent,
): SurveySnapshot {
  const [, settled = ""] = /^xstate\.(?:done|error)\.actor\.(.+)$/.exec(type) ?? [];
  const { [settled]: child, ...children } = after.children as Children;
  if (!child || child !== (before.children as Children)[settled]) return after;
  return { ...after, children: children as SurveySnapshot["children"] };
}

type Children = Record<string, { getSnapshot(): unknown } | undefined>;

function withCall([snapshot, actions]: [SurveySnapshot, Action[]]): Run {
  const [next] = waitingFor(snapshot);
  const asked = next && ((snapshot.children as Children)[next.id]!.getSnapshot() as { input: unknown });
  const effects = actions.map(({ type }) => type).filter(isEffect);
  return {
    snapshot,
    call: next ? { id: next.src as CallId, invoke: next.id, input: asked!.input } : null,
    effects,
  };
}

function isEffect(type: string): type is EffectName {
  return (effectNames as readonly string[]).includes(type);
}

/** The calls that have not settled of the states that a chart is in, in their order. */
export function waitingFor(snapshot: Pick<SurveySnapshot, "_nodes" | "children">) {
  return activeNodes(snapshot)
    .flatMap(({ invoke }) => invoke)
    .filter(({ id }) => (snapshot.children as Children)[id]);
}

/** The service a chart waits for in this state, if any. */
export function callOf(snapshot: Pick<SurveySnapshot, "_nodes" | "children">): CallId | undefined {
  return waitingFor(snapshot)[0]?.src as CallId | undefined;
}

/** A settled call as the event XState makes of it. @param invoke the chart's own name for the call */
export function settled(outcome: Outcome, invoke: string = outcome.call): SurveyEvent {
  return (
    "error" in outcome
      ? { type: `xstate.error.actor.${invoke}`, error: outcome.error }
      : { type: `xstate.done.actor.${invoke}`, output: outcome.output as CallOutputs[CallId] }
  ) as SurveyEvent;
}

/** The name of the step, or of the closing state, a chart is in. */
export function topState(snapshot: SurveySnapshot): string {
  const value = snapshot.value as string | Record<string, unknown>;
  return typeof value === "string" ? value : Object.keys(value)[0]!;
}

/** The questions a visitor may look at: those answered and, where the chart is at one, the newest. */
export function questionsOf(
  trail: readonly Answered[],
  state: string,
  isStep: (name: string) => boolean,
): string[] {
  const questions = trail.map(({ step }) => step);
  return isStep(state) && state !== questions.at(-1) ? [...questions, state] : questions;
}
