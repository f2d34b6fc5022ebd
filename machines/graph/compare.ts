import type { Account } from "./account.ts";
import { compared, comparedEdges, comparedStates, type Difference, isSame } from "./diff.ts";
import { foldPaths } from "./fold-paths.ts";

/** Kinds of parts in which two charts can differ. */
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

/** Compares two charts, or two revisions of one, leaving their layout aside. */
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

/** True where two charts have the same names, code and behavior. */
export function areAlike(difference: ChartDifference): boolean {
  return kinds.every((kind) => isSame(difference[kind]));
}
