import { type ActorLogic, createActor, type SnapshotFrom } from "xstate";
import type { SurveyEvent, SurveyInput } from "../survey.ts";
import type { SurveyMachine } from "../variant.ts";

/**
 * All that this program uses of XState beyond what it documents; a contract test (test/paths/model/contract.test.ts) compares it
 * with what is documented. Look here first when XState is updated.
 */

type Snapshot = SnapshotFrom<SurveyMachine>;
type SurveyLogic = ActorLogic<Snapshot, SurveyEvent, SurveyInput>;

/** The nodes a chart is in, from the root to the leaf. */
export function activeNodes<Node>({ _nodes }: { _nodes: readonly Node[] }): readonly Node[] {
  return _nodes;
}

const logics = new WeakMap<SurveyMachine, SurveyLogic>();
const unseen = { status: "stopped", output: undefined, error: undefined } as unknown as Snapshot;

/**
 * A chart for XState's pure functions. Each call of them makes an actor without input, whose first snapshot nobody
 * sees; entering the chart for it, which fails for want of an input, would take as long as the transition itself.
 */
export function pureLogic(machine: SurveyMachine): SurveyLogic {
  const known = logics.get(machine);
  if (known) return known;
  const logic: SurveyLogic = {
    transition: (snapshot, event, scope) => machine.transition(snapshot, event, scope),
    getInitialSnapshot: (scope, input) => (input ? machine.getInitialSnapshot(scope, input) : unseen),
    getPersistedSnapshot: (snapshot) => machine.getPersistedSnapshot(snapshot),
  };
  logics.set(machine, logic);
  return logic;
}

/** A microstep as XState's inspection reports it. */
export type Microstep = { _transitions: readonly unknown[] };

/**
 * What `transition()` does, several times as fast, with every microstep reported: one actor scope is used again and
 * again.
 */
export function observedLogic(
  machine: SurveyMachine,
  input: SurveyInput,
  observe: (microstep: Microstep) => void,
): { begin(): Snapshot; send(snapshot: Snapshot, event: SurveyEvent): Snapshot } {
  const self = createActor(machine, {
    input,
    inspect: (event) => {
      if (event.type === "@xstate.microstep") observe(event);
    },
  });
  const scope = {
    self,
    system: self.system,
    id: "",
    sessionId: "",
    defer() {},
    logger() {},
    stopChild() {},
    emit() {},
    actionExecutor() {},
  } as unknown as Parameters<SurveyMachine["transition"]>[2];
  return {
    begin: () => machine.getInitialSnapshot(scope, input) as Snapshot,
    send: (snapshot, event) => machine.transition(snapshot, event, scope) as Snapshot,
  };
}
