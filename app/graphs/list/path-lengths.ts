import { pathsOf } from "../../../machines/graph/paths.ts";
import type { View } from "../../../machines/graph/view.ts";

/** The number of questions in all, and on the shortest and longest path to an end. */
export type PathLengths = { steps: number; shortest: number; longest: number };

/** Counts the questions on every path along a chart's edges, ignoring guards. */
export function pathLengths(view: View): PathLengths {
  const steps = new Set(view.nodes.filter(({ kind }) => kind === "step").map(({ id }) => id));
  const lengths = pathsOf(view).map((path) => path.filter((id) => steps.has(id)).length);
  return {
    steps: steps.size,
    shortest: lengths.reduce((least, length) => Math.min(least, length), steps.size),
    longest: lengths.reduce((most, length) => Math.max(most, length), 0),
  };
}
