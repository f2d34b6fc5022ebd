import { type SurveyEntry, variants } from "../../machines/registry.ts";
import { edgeCover, type Path } from "./edge-cover.ts";
import { explore, type Graph } from "./graph.ts";
import { everyEntry, type Model, modelAt } from "./model.ts";
import { pairwiseCover } from "./pairwise.ts";

/** All that is walked at one survey path. */
export type Suite = {
  entry: SurveyEntry;
  model: Model;
  graph: Graph;
  /** Paths that together take every edge. */
  edgePaths: Path[];
  /** Paths that together have every feasible pair of cases; many more. */
  readonly pairPaths: Path[];
};

const known = new Map<string, Suite>();

/** Made once per test file and entry, the pairs only where they are asked for. */
export function suiteOf(entry: SurveyEntry): Suite {
  const found = known.get(entry.path);
  if (found) return found;
  const model = modelAt(entry);
  const graph = explore(model);
  let pairPaths: Path[] | undefined;
  const suite: Suite = {
    entry,
    model,
    graph,
    edgePaths: edgeCover(graph),
    get pairPaths() {
      pairPaths ??= pairwiseCover(graph);
      return pairPaths;
    },
  };
  known.set(entry.path, suite);
  return suite;
}

/** Each variant at its first path. Its other paths differ by their defaults only and are walked in less detail. */
export const firstSuites: readonly Suite[] = [...variants.values()].map(({ code }) =>
  suiteOf(everyEntry.find(({ variant }) => variant.code === code)!),
);

/** What a path does, in words, for the message of a failure. */
export function describePath(path: Path): string {
  return path.map(({ tried }) => `${tried.factor}: ${tried.label}`).join("; ");
}
