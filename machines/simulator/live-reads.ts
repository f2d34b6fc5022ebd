import { guardsOf, namesOf } from "../graph/names.ts";
import { type ChartNode, entered, nodesOf, transitionsOf } from "../graph/walk.ts";
import type { SurveySnapshot } from "../visit/replay.ts";
import { activeNodes } from "../visit/xstate-internals.ts";
import type { Observed } from "./observed.ts";
import { valueAt } from "./recording.ts";

/** Names what matters of a snapshot for all that can still happen. */
export type Abstraction = (snapshot: SurveySnapshot) => string;

/**
 * The state value and all of the context that a guard can still read from there on, by what guards were
 * seen to read so far. Dropping the context altogether is unsound (the first arrival's context would decide
 * for all), keeping it explodes.
 */
export function liveReads({ machine, reads }: Observed): Abstraction {
  const live = livePaths(nodesOf(machine), reads);
  const pathsAt = new Map<string, string[]>();
  return (snapshot) => {
    const { value, context } = snapshot;
    const state = JSON.stringify(value);
    const paths =
      pathsAt.get(state) ??
      [...new Set(activeNodes(snapshot).flatMap(({ id }) => [...live.get(id)!]))].sort();
    pathsAt.set(state, paths);
    return [state, ...paths.map((path) => `${path}=${JSON.stringify(valueAt(context, path))}`)].join(" ");
  };
}

/** All that may matter of how a visitor came in, by what guards were seen to read so far. */
export function inputsRead({ machine, reads }: Observed): ReadonlySet<string> {
  return new Set([...livePaths(nodesOf(machine), reads).values()].flatMap((paths) => [...paths]));
}

/** The whole context: exact, and too much for all but small charts. */
export const fullAbstraction: Abstraction = ({ value, context }) => JSON.stringify([value, context]);

/**
 * By node, the paths that matter from it on: what its own guards read, what matters in the nodes it leads
 * to, and what any of that is assigned from. A backward fixpoint over the chart.
 */
function livePaths(nodes: ChartNode[], reads: Observed["reads"]): Map<string, Set<string>> {
  const read = (name: string) => [...(reads.get(name) ?? [])];
  const live = new Map(nodes.map((node) => [node.id, new Set<string>()]));
  const parts = nodes.map((node) => {
    const transitions = transitionsOf(node);
    const actions = [node.entry, node.exit, ...transitions.map((each) => each.actions)];
    const names = new Set(actions.flatMap((given) => namesOf(given ?? [])));
    return {
      live: live.get(node.id)!,
      guards: transitions.flatMap(({ guard }) => guardsOf(guard)),
      next: transitions.flatMap(({ target = [] }) => target.flatMap(entered).map(({ id }) => id)),
      assigners: [...reads.keys()].filter(
        (reader) => reader.includes("=") && names.has(reader.split("=")[0]!),
      ),
    };
  });
  for (let grown = true; grown; ) {
    grown = false;
    for (const { live: own, guards, next, assigners } of parts) {
      const before = own.size;
      for (const path of guards.flatMap(read)) own.add(path);
      for (const path of next.flatMap((to) => [...live.get(to)!])) own.add(path);
      for (const assigner of assigners) {
        const [, field] = assigner.split("=");
        const matters = [...own].some((path) => field === "" || path.split(".")[0] === field);
        if (matters) for (const path of read(assigner)) own.add(path);
      }
      grown ||= own.size > before;
    }
  }
  return live;
}
