import type { Numbers, PathNumbers } from "../types.ts";
import { share } from "./node-numbers.ts";
import type { Tallies } from "./tally.ts";
import type { Traces } from "./traces.ts";

/** @param most how many of the commonest paths to list */
export function pathNumbers(
  { paths }: Traces,
  { paths: tally }: Tallies,
  sessions: number,
  most: number,
): Pick<Numbers, "paths" | "happyPath"> {
  const taken: number[] = [];
  for (let path = 0; path < paths.texts.length; path++) if (tally.sessions[path]! > 0) taken.push(path);
  // Equal counts are ordered by path, so that the order does not depend on what was read first.
  const by = (counts: Float64Array) => (one: number, other: number) =>
    counts[other]! - counts[one]! || (paths.texts[one]! < paths.texts[other]! ? -1 : 1);
  const numbers = (path: number): PathNumbers => ({
    nodes: paths.texts[path]!.split(" ").filter(Boolean),
    sessions: tally.sessions[path]!,
    share: share(tally.sessions[path]!, sessions),
    leads: tally.leads[path]!,
    qualified: tally.qualified[path]!,
  });
  const goal = [tally.qualified, tally.leads].find((counts) => taken.some((path) => counts[path]! > 0));
  const happiest = best(taken, by(goal ?? tally.sessions));
  return {
    paths: {
      total: taken.length,
      shown: commonest(taken, tally.sessions, most).sort(by(tally.sessions)).slice(0, most).map(numbers),
    },
    happyPath: happiest === undefined ? null : numbers(happiest),
  };
}

/** Paths that may be among the commonest: far fewer than all, so that not all need to be sorted by path. */
function commonest(paths: readonly number[], counts: Float64Array, most: number): number[] {
  const falling = Float64Array.from(paths, (path) => -counts[path]!).sort();
  const least = -(falling[most - 1] ?? 0);
  return paths.filter((path) => counts[path]! >= least);
}

function best(paths: readonly number[], order: (one: number, other: number) => number): number | undefined {
  return paths.reduce<number | undefined>(
    (found, path) => (found === undefined || order(path, found) < 0 ? path : found),
    undefined,
  );
}
