import { charts, sourceOf } from "../../../machines/charts.ts";
import type { Graph } from "../../../machines/graph/graph.ts";
import { lintOf } from "../../../machines/graph/lint.ts";
import { steps } from "../../../machines/steps/index.ts";
import { type Located, placed } from "../../server/developing/located.ts";

/** In development: problems that do not keep a chart from loading, with their source positions. */
export function findingsOf(graph: Graph): Located[] {
  const { machine } = charts.find(({ code }) => code === graph.code)!;
  const file = sourceOf(graph.code);
  return lintOf(graph, machine, steps).map((finding) => placed(process.cwd(), file, finding));
}
