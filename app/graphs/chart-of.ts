import { charts } from "../../machines/charts.ts";
import { type Graph, graphOf } from "../../machines/graph/graph.ts";
import { type View, viewOf } from "../../machines/graph/view.ts";
import type { Layout } from "./drawing/layout.ts";
import { type PathLengths, pathLengths } from "./list/path-lengths.ts";

/** A chart as its pages show it: plain data. */
export type Chart = { graph: Graph; view: View; layout: Layout; lengths: PathLengths };

const layouts = import.meta.glob<Layout>("./layouts/*.json", { eager: true, import: "default" });
const known = new Map<string, Chart>();

/** Codes of all charts. */
export const chartCodes: readonly string[] = charts.map(({ code }) => code);

/** The chart with this code, where there is one. */
export function chartOf(code: string): Chart | undefined {
  const chart = known.get(code) ?? drawn(code);
  if (chart) known.set(code, chart);
  return chart;
}

function drawn(code: string): Chart | undefined {
  const charted = charts.find((chart) => chart.code === code);
  if (!charted) return undefined;
  const graph = graphOf(charted);
  const view = viewOf(graph);
  return { graph, view, layout: layouts[`./layouts/${code}.json`]!, lengths: pathLengths(view) };
}
