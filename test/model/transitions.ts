import type { AnyStateMachine, StateNode } from "xstate";

export type ChartNode = StateNode;
/** What is read of a transition; XState's own type is generic in everything. */
export type Transition = {
  source: { id: string };
  eventType: string;
  target?: readonly { id: string }[];
  guard?: unknown;
  actions?: readonly unknown[];
};

/** Every node of a chart, its root first. */
export function nodesOf(machine: AnyStateMachine): ChartNode[] {
  const below = (node: ChartNode): ChartNode[] => [node, ...Object.values(node.states).flatMap(below)];
  return below(machine.root as unknown as ChartNode);
}

/** The states in which a chart can stay: those without children and without a way on of their own. */
export function placesOf(machine: AnyStateMachine): ChartNode[] {
  return nodesOf(machine).filter(({ type, always, parent }) => {
    const isInnerEnd = type === "final" && parent?.parent;
    return (type === "atomic" || type === "final") && !always && !isInnerEnd;
  });
}

/** A node's transitions, routers included (`machine.definition` and @xstate/graph leave those out). */
export function transitionsOf(node: ChartNode): Transition[] {
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

/** The names of guards or actions as a chart gives them; nothing is seen of what has no name. */
export function namesOf(given: readonly unknown[]): string[] {
  return given
    .filter((each) => !isTimer(each))
    .map((each) => {
      const name = typeof each === "string" ? each : (each as { type?: string }).type;
      if (name === undefined || typeof each === "function") throw new Error(`name this: ${each}`);
      return name;
    });
}

/** What XState itself adds for a delayed transition, which is a transition as any other. */
function isTimer(action: unknown): boolean {
  const { type, delay } = action as { type?: string; delay?: unknown };
  return type === "xstate.cancel" || (type === "xstate.raise" && delay !== undefined);
}

/** The named guards of a transition, without its and, or and not. */
export function guardsOf(guard: unknown): string[] {
  const { guards } = (guard ?? {}) as { guards?: readonly unknown[] };
  if (guards) return guards.flatMap(guardsOf);
  return guard === undefined ? [] : namesOf([guard]);
}

function guardName(guard: unknown): string {
  const { guards, name } = guard as { guards?: unknown[]; name?: string };
  return guards ? `${name}(${guards.map(guardName).join(", ")})` : guardsOf(guard).join();
}
