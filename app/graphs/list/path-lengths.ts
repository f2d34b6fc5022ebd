import { pathsOf } from "../../../machines/graph/paths.ts";
import type { View } from "../../../machines/graph/view.ts";

/** How many questions there are, and on the shortest and the longest way to an end. */
export type PathLengths = { steps: number; shortest: number; longest: number };

/** Counts questions on every way that the edges of a chart allow, whatever its guards say. */
export function pathLengths(view: View): PathLengths {
  const steps = new Set(view.nodes.filter(({ kind }) => kind === "step").map(({ id }) => id));
  const lengths = pathsOf(view).map((path) => path.filter((id) => steps.has(id)).length);
  return {
    steps: steps.size,
    shortest: lengths.reduce((least, length) => Math.min(least, length), steps.size),
    longest: lengths.reduce((most, length) => Math.max(most, length), 0),
  };
}
