import { readFileSync } from "node:fs";
import { charts, sourceOf } from "../../../machines/charts.ts";
import type { Graph } from "../../../machines/graph/graph.ts";
import { lintOf } from "../../../machines/graph/lint.ts";
import { steps } from "../../../machines/steps/index.ts";
import { type Located, lineOf } from "./located.ts";

/** In development: problems that do not keep a chart from loading, with their source positions. */
export function findingsOf(graph: Graph): Located[] {
  const { machine } = charts.find(({ code }) => code === graph.code)!;
  const found = lintOf(graph, machine, Object.keys(steps));
  if (found.length === 0) return [];
  const file = sourceOf(graph.code);
  const text = readFileSync(file, "utf8");
  return found.map((finding) => ({ ...finding, file, line: lineOf(text, finding.name) }));
}
