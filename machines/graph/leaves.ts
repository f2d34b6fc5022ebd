import type { AnyMachineSnapshot, AnyStateMachine } from "xstate";
import { activeNodes } from "../visit/xstate-internals.ts";
import { edgeIds } from "./edge-id.ts";
import { nodeId } from "./names.ts";
import { leavesEntered } from "./walk.ts";

/** The leaf a chart without parallel states is at. */
export function leafOf(snapshot: Pick<AnyMachineSnapshot, "_nodes">): string {
  return nodeId(activeNodes(snapshot).findLast(({ type }) => type === "atomic" || type === "final")!);
}

/** The leaf in which such a chart begins, which may be a router. */
export function firstLeaf(machine: AnyStateMachine): string {
  return nodeId(leavesEntered(machine.root as never)[0]!);
}

const known = new WeakMap<AnyStateMachine, ReadonlyMap<string, string>>();

/** The leaf to which each edge of such a chart leads; those that stay where they are have none. */
export function leavesByEdge(machine: AnyStateMachine): ReadonlyMap<string, string> {
  return known.get(machine) ?? leavesOf(machine);
}

function leavesOf(machine: AnyStateMachine): ReadonlyMap<string, string> {
  const leaves = new Map<string, string>();
  for (const [{ target = [] }, id] of edgeIds(machine)) {
    const [leaf] = target.flatMap(leavesEntered);
    if (leaf) leaves.set(id, nodeId(leaf));
  }
  known.set(machine, leaves);
  return leaves;
}
