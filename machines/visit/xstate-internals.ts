import {
  type ActorScope,
  type AnyActorLogic,
  createActor,
  type InspectionEvent,
  type SnapshotFrom,
} from "xstate";
import type { SurveyEvent, SurveyInput } from "../survey.ts";
import type { SurveyMachine } from "../variant.ts";

/**
 * All undocumented parts of XState that this program uses; a contract test (test/paths/model/contract.test.ts) compares
 * them with the documented ones. Look here first when XState is updated.
 */

type Snapshot = SnapshotFrom<SurveyMachine>;
type Scope = ActorScope<Snapshot, SurveyEvent>;

/** The nodes a chart is in, from the root to the leaf. */
export function activeNodes<Node>({ _nodes }: { _nodes: readonly Node[] }): readonly Node[] {
  return _nodes;
}

/** An action that a chart asks to have done. */
export type Action = { type: string; params?: unknown };

export type Inspect = (event: InspectionEvent) => void;

/** A microstep as XState's inspection reports it. */
export type Microstep = { _transitions: readonly unknown[] };

/** The results of XState's `initialTransition()` and `transition()` for one chart. */
export type PureSteps = {
  begin(input: SurveyInput): [Snapshot, Action[]];
  send(snapshot: Snapshot, event: SurveyEvent): [Snapshot, Action[]];
};

/** The actor of a scope is never started; entering the chart for it would need an input. */
const unstarted = { getInitialSnapshot: () => ({ status: "stopped" }) } as unknown as AnyActorLogic;

/**
 * What XState's pure functions do, several times as fast: they make an actor and its scope for each event, while here
 * all events share one.
 * @param inspect is given every microstep, among other things
 */
export function pureSteps(machine: SurveyMachine, inspect?: Inspect): PureSteps {
  let actions: Action[] = [];
  const self = createActor(unstarted, { inspect });
  const scope = {
    self,
    system: self.system,
    defer() {},
    stopChild() {},
    actionExecutor: (action: Action) => actions.push(action),
  } as unknown as Scope;
  const stepped = (step: () => Snapshot): [Snapshot, Action[]] => {
    actions = [];
    return [step(), actions];
  };
  return {
    begin: (input) => stepped(() => machine.getInitialSnapshot(scope, input) as Snapshot),
    send: (snapshot, event) => stepped(() => machine.transition(snapshot, event, scope) as Snapshot),
  };
}
