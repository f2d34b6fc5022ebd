import { readFileSync } from "node:fs";
import { sourceOf } from "../../../machines/charts.ts";
import type { Graph } from "../../../machines/graph/graph.ts";
import { lintOf } from "../../../machines/graph/lint.ts";
import { steps } from "../../../machines/steps/index.ts";
import { type Located, lineOf } from "./located.ts";

/** In development: problems in a chart that no type catches, with their source positions. */
export function findingsOf(graph: Graph): Located[] {
  const found = lintOf(graph, Object.keys(steps));
  if (found.length === 0) return [];
  const file = sourceOf(graph.code);
  const text = readFileSync(file, "utf8");
  return found.map((finding) => ({ ...finding, file, line: lineOf(text, finding.name) }));
}
