import type { AnyStateMachine } from "xstate";
import { completes, type SurveyInput } from "../context/context.ts";
import { arrivalGuards } from "../guards.ts";
import { type ChartNode, type Transition, transitionsOf } from "./walk.ts";

/**
 * The shortest way through a chart for all who came in alike, from which every question gets its number. It is plain
 * data, so a page can be handed it instead of computing it.
 */
export type ShortestWay = {
  /** Its questions from the first to the last; as many as "Step n of m" counts. */
  steps: readonly string[];
  /** By question: how many are left, counting the question itself. */
  left: Readonly<Record<string, number>>;
  /** By question: the next one on the shortest way. */
  next: Readonly<Record<string, string>>;
};

/** A way from one top-level state to another, and the question that it counts as answered without asking it. */
type Edge = { to: string; completed?: string };

const known = new WeakMap<AnyStateMachine, Map<string, ShortestWay>>();

/**
 * Guards that read only how the visitor came in (path, flags, region, settings) are decided by it, so that no question
 * is counted that cannot be asked here, and none left out that will be. All other guards may go either way.
 */
export function shortestWay(machine: AnyStateMachine, input: SurveyInput): ShortestWay {
  const asked = { context: input };
  const holds = Object.fromEntries(
    Object.entries(arrivalGuards).map(([name, guard]) => [name, guard(asked)]),
  );
  const ways = known.get(machine) ?? new Map<string, ShortestWay>();
  known.set(machine, ways);
  const key = Object.values(holds).join();
  const found = ways.get(key) ?? findWay(machine, holds);
  ways.set(key, found);
  return found;
}

function findWay(machine: AnyStateMachine, holds: Record<string, boolean>): ShortestWay {
  const nodes = Object.values(machine.root.states) as unknown as ChartNode[];
  const edges = new Map(nodes.map((node) => [node.key, edgesFrom(node, holds)]));
  const own = new Map(nodes.map((node) => [node.key, asks(node) ? 1 : 0]));
  const left = new Map(nodes.filter(({ type }) => type === "final").map(({ key }) => [key, 0]));
  const through = ({ to, completed }: Edge) =>
    (left.get(to) ?? Number.POSITIVE_INFINITY) + (completed ? 1 : 0);

  for (let changed = true; changed; ) {
    changed = false;
    for (const [state, ways] of edges) {
      const least = own.get(state)! + Math.min(...ways.map(through));
      if (least >= (left.get(state) ?? Number.POSITIVE_INFINITY)) continue;
      left.set(state, least);
      changed = true;
    }
  }

  /** The questions from a state on; of ways that are equally short those of the one that asks most. */
  const from = (state: string): string[] => {
    const ways = (edges.get(state) ?? []).filter((way) => Number.isFinite(through(way)));
    const shortest = ways.filter((way) => through(way) === Math.min(...ways.map(through)));
    const next = shortest.find(({ completed }) => !completed) ?? shortest[0];
    return [
      ...(own.get(state) ? [state] : []),
      ...(next?.completed ? [next.completed] : []),
      ...(next ? from(next.to) : []),
    ];
  };
  const questions = [...left.keys()].filter((state) => own.get(state));
  return {
    steps: from(String(machine.config.initial)),
    left: Object.fromEntries(questions.map((name) => [name, left.get(name)!])),
    next: Object.fromEntries(questions.map((name) => [name, from(name)[1]!]).filter(([, next]) => next)),
  };
}

/** True for a state that waits for the visitor's answer, not only for another press after a failed post. */
function asks({ states, ownEvents }: ChartNode): boolean {
  return ownEvents.includes("NEXT") || "asking" in states;
}

/** The edges that these visitors can take out of a state: for one event all up to the first that always holds. */
function edgesFrom(node: ChartNode, holds: Record<string, boolean>): Edge[] {
  const closed = new Set<string>();
  return transitionsOf(node).flatMap((transition) => {
    const { eventType, guard, target = [] } = transition;
    const isDecided = guard === undefined || holds[String(guard)];
    if (closed.has(eventType) || isDecided === false) return [];
    if (isDecided) closed.add(eventType);
    const completed = completedBy(transition);
    return target.map(({ path }) => ({ to: path[0]!, completed })).filter(({ to }) => to !== node.key);
  });
}

function completedBy({ actions = [] }: Transition): string | undefined {
  return actions.map((name) => completes[String(name)]).find(Boolean);
}
