import type { AnyStateMachine, StateNode } from "xstate";

type AnyNode = StateNode;
/** What is read of a transition; XState's own type is generic in everything. */
export type Transition = {
  source: { id: string };
  eventType: string;
  target?: readonly { id: string }[];
  guard?: unknown;
};

/** Every node of a chart, its root first. */
export function nodesOf(machine: AnyStateMachine): AnyNode[] {
  const below = (node: AnyNode): AnyNode[] => [node, ...Object.values(node.states).flatMap(below)];
  return below(machine.root as unknown as AnyNode);
}

/** A node's transitions, routers included (`machine.definition` and @xstate/graph leave those out). */
export function transitionsOf(node: AnyNode): Transition[] {
  const all = [...[...node.transitions.values()].flat(), ...(node.always ?? [])];
  return all as unknown as Transition[];
}

/** One stable name per transition: where, on what, which of several, and whereto. */
export function transitionId(machine: AnyStateMachine, transition: Transition): string {
  const source = nodesOf(machine).find(({ id }) => id === transition.source.id)!;
  const rivals = transitionsOf(source).filter(({ eventType }) => eventType === transition.eventType);
  const index = rivals.indexOf(transition);
  const guard = transition.guard ? ` if ${guardName(transition.guard)}` : "";
  const targets = (transition.target ?? []).map(({ id }) => id).join(" ");
  return `${source.id} # ${transition.eventType || "always"} # ${index} -> ${targets || "(stays)"}${guard}`;
}

export function allTransitionIds(machine: AnyStateMachine): string[] {
  return nodesOf(machine).flatMap((node) =>
    transitionsOf(node).map((transition) => transitionId(machine, transition)),
  );
}

function guardName(guard: unknown): string {
  if (typeof guard === "string") return guard;
  const { guards, type, name } = guard as { guards?: unknown[]; type?: string; name?: string };
  return guards ? `${name}(${guards.map(guardName).join(", ")})` : (type ?? name ?? "?");
}
