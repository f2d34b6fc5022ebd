import type { Account } from "./account.ts";
import { compared, comparedEdges, comparedStates, type Difference, isSame } from "./diff.ts";

/** What differs between two charts, kind by kind. */
export const kinds = [
  "states",
  "edges",
  "guards",
  "actions",
  "services",
  "questions",
  "paths",
  "outcomes",
  "limits",
  "rules",
  "verdicts",
] as const;
export type ChartDifference = Record<(typeof kinds)[number], Difference>;

/** Compares two charts, or two states of one. Where things are drawn is no part of it. */
export function compareCharts(before: Account, after: Account): ChartDifference {
  const both = (kind: Exclude<(typeof kinds)[number], "states" | "edges">) =>
    compared(before[kind], after[kind]);
  return {
    states: comparedStates(before.graph, after.graph),
    edges: comparedEdges(before.graph, after.graph),
    guards: both("guards"),
    actions: both("actions"),
    services: both("services"),
    questions: both("questions"),
    paths: foldedPaths(both("paths")),
    outcomes: both("outcomes"),
    limits: both("limits"),
    rules: both("rules"),
    verdicts: both("verdicts"),
  };
}

/**
 * Paths that differ only by screens that one side has in all of them and the other in none are one change: a new first
 * screen changes every path, which says nothing a thousand times.
 */
function foldedPaths({ gained, lost, changed }: Difference): Difference {
  const screensOf = (paths: readonly string[]) => new Set(paths.flatMap((path) => path.split(" > ")));
  const [before, after] = [screensOf(lost), screensOf(gained)];
  const common = (path: string) =>
    path
      .split(" > ")
      .filter((screen) => before.has(screen) && after.has(screen))
      .join(" > ");
  const was = new Map(lost.map((path) => [common(path), path]));
  const folded = gained.filter((path) => was.has(common(path)));
  if (folded.length === 0) return { gained, lost, changed };
  const kept = new Set(folded.map(common));
  const list = (from: Set<string>, other: Set<string>) =>
    [...from].filter((screen) => !other.has(screen)).join(", ");
  const how = [
    ...(list(after, before) ? [`they now pass ${list(after, before)}`] : []),
    ...(list(before, after) ? [`they no longer pass ${list(before, after)}`] : []),
  ];
  return {
    gained: gained.filter((path) => !kept.has(common(path))),
    lost: lost.filter((path) => !kept.has(common(path))),
    changed: [...changed, { id: `${folded.length} of the paths that were`, how }],
  };
}

/** True for charts that do the same by the same names and code. */
export function areAlike(difference: ChartDifference): boolean {
  return kinds.every((kind) => isSame(difference[kind]));
}
