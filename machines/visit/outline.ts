import type { AnyStateMachine } from "xstate";
import { type ChartNode, transitionsOf } from "./walk.ts";

/** Which top-level states can follow each top-level state of a chart. */
export type Outline = ReadonlyMap<string, readonly string[]>;

const known = new WeakMap<AnyStateMachine, Outline>();

/** Reads the chart's own transitions: routers, `onDone` and every guard's target included. */
export function outline(machine: AnyStateMachine): Outline {
  const found = known.get(machine) ?? new Map(states(machine).map((node) => [node.key, followers(node)]));
  known.set(machine, found);
  return found;
}

function states(machine: AnyStateMachine): ChartNode[] {
  return Object.values(machine.root.states) as unknown as ChartNode[];
}

function followers(node: ChartNode): string[] {
  const keys = transitionsOf(node).flatMap(({ target }) => (target ?? []).map((to) => to.path[0]!));
  return [...new Set(keys)].filter((key) => key !== node.key);
}

/** Steps of a chart in the order of a walk from its start that takes the longest way. */
export function stepsOf(machine: AnyStateMachine, isStep: (name: string) => boolean): string[] {
  const next = outline(machine);
  const seen = new Set<string>();
  const visit = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    for (const follower of next.get(name) ?? []) visit(follower);
  };
  visit(String(machine.config.initial));
  return [...seen].filter(isStep);
}
