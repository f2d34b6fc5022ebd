import type { AnyMachineSnapshot, AnyStateMachine } from "xstate";
import { leavesEntered, nodesOf, type Transition, transitionsOf } from "../visit/walk.ts";
import { activeNodes, type Microstep } from "../visit/xstate-internals.ts";
import { eventOf, guardText, nodeId } from "./names.ts";

const known = new WeakMap<object, ReadonlyMap<Transition, string>>();

/**
 * Every transition of a chart with its unique id, `source#event#guard#target`, in the chart's order. The id contains no
 * list position, so that a guard put before others renames none of them; of transitions with the same four parts (only
 * the first of which is ever taken) the later ones end in `#2`, `#3`.
 */
export function edgeIds(machine: AnyStateMachine): ReadonlyMap<Transition, string> {
  return known.get(machine) ?? named(machine);
}

function named(machine: AnyStateMachine): ReadonlyMap<Transition, string> {
  const counts = new Map<string, number>();
  const all = nodesOf(machine).flatMap(transitionsOf);
  const ids = new Map(
    all.map((transition) => {
      const { source, target = [], guard } = transition;
      const targets = target.map(nodeId).join(",");
      const id = [nodeId(source), eventOf(transition).event, guardText(guard), targets].join("#");
      const count = (counts.get(id) ?? 0) + 1;
      counts.set(id, count);
      return [transition, count === 1 ? id : `${id}#${count}`] as const;
    }),
  );
  known.set(machine, ids);
  return ids;
}

/** The ids of the transitions that microsteps took, in their order, of whichever machine they are. */
export function edgesTaken(microsteps: readonly Microstep[]): string[] {
  const taken = microsteps.flatMap(({ _transitions }) => _transitions) as Transition[];
  return taken.map((transition) => edgeIds(transition.source.machine).get(transition)!);
}

/** The leaf a chart without parallel states is at. */
export function leafOf(snapshot: Pick<AnyMachineSnapshot, "_nodes">): string {
  return nodeId(activeNodes(snapshot).findLast(({ type }) => type === "atomic" || type === "final")!);
}

/** The leaf in which such a chart starts, which may be a router. */
export function firstLeaf(machine: AnyStateMachine): string {
  return nodeId(leavesEntered(machine.root as never)[0]!);
}

const knownLeaves = new WeakMap<AnyStateMachine, ReadonlyMap<string, string>>();

/** The leaf to which each edge of such a chart leads; those that do not leave their leaf have none. */
export function leavesByEdge(machine: AnyStateMachine): ReadonlyMap<string, string> {
  return knownLeaves.get(machine) ?? leavesOf(machine);
}

function leavesOf(machine: AnyStateMachine): ReadonlyMap<string, string> {
  const leaves = new Map<string, string>();
  for (const [{ target = [] }, id] of edgeIds(machine)) {
    const [leaf] = target.flatMap(leavesEntered);
    if (leaf) leaves.set(id, nodeId(leaf));
  }
  knownLeaves.set(machine, leaves);
  return leaves;
}
