import type { Account } from "./account.ts";
import { compared, comparedEdges, comparedStates, type Difference, isSame } from "./diff.ts";
import { foldPaths } from "./fold-paths.ts";

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
  const both = (kind: Exclude<(typeof kinds)[number], "states" | "edges" | "paths">) =>
    compared(before[kind], after[kind]);
  return {
    states: comparedStates(before.graph, after.graph),
    edges: comparedEdges(before.graph, after.graph),
    guards: both("guards"),
    actions: both("actions"),
    services: both("services"),
    questions: both("questions"),
    paths: foldPaths([...before.paths.keys()], [...after.paths.keys()]),
    outcomes: both("outcomes"),
    limits: both("limits"),
    rules: both("rules"),
    verdicts: both("verdicts"),
  };
}

/** True for charts that do the same by the same names and code. */
export function areAlike(difference: ChartDifference): boolean {
  return kinds.every((kind) => isSame(difference[kind]));
}
