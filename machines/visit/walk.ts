import type { AnyStateMachine, StateNode } from "xstate";

export type ChartNode = StateNode;
/** The relevant part of a transition; XState's own type is generic in everything. */
export type Transition = {
  source: ChartNode;
  eventType: string;
  target?: readonly ChartNode[];
  guard?: unknown;
  actions?: readonly unknown[];
  reenter?: boolean;
};

/** Every node of a chart, its root first, in the chart's order. */
export function nodesOf(machine: AnyStateMachine): ChartNode[] {
  const below = (node: ChartNode): ChartNode[] => [node, ...Object.values(node.states).flatMap(below)];
  return below(machine.root as unknown as ChartNode);
}

/** A node's transitions, routers included (`machine.definition` and @xstate/graph leave those out). */
export function transitionsOf(node: ChartNode): Transition[] {
  const all = [...[...node.transitions.values()].flat(), ...(node.always ?? [])];
  return all as unknown as Transition[];
}

/** The nodes that are active once a target is: itself, what is around it, and where it begins. */
export function entered(target: ChartNode): ChartNode[] {
  const found: ChartNode[] = [];
  for (let up: ChartNode | undefined = target; up; up = up.parent as ChartNode | undefined) found.push(up);
  const begin = (from: ChartNode) => {
    for (const child of beginningOf(from)) {
      if (!found.includes(child)) found.push(child);
      begin(child);
    }
  };
  begin(target);
  return found;
}

/** Where a chart is once a target is entered: its leaves; several only inside parallel states. */
export function leavesEntered(target: ChartNode): ChartNode[] {
  const inner = beginningOf(target);
  return inner.length > 0 ? inner.flatMap(leavesEntered) : [target];
}

/** The children entered with a node: one of a compound, all of a parallel, none of a leaf. */
export function beginningOf(node: ChartNode): ChartNode[] {
  if (node.type === "parallel") return Object.values(node.states) as ChartNode[];
  return node.type === "compound" ? ([...node.initial.target] as unknown as ChartNode[]) : [];
}

/** True for a state in which a chart stays: a leaf without an automatic way on; the end of a part does not count. */
export function isPlace({ type, always, parent }: ChartNode): boolean {
  const isInnerEnd = type === "final" && parent?.parent;
  return (type === "atomic" || type === "final") && !always && !isInnerEnd;
}
