import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { StepGraph } from "../../app/graphs/drawing/step-graph.tsx";
import { dotOf } from "../../app/graphs/formats/dot.ts";
import { edgeListOf } from "../../app/graphs/formats/edge-list.ts";
import { machineTextOf } from "../../app/graphs/formats/machine-text.ts";
import { mermaidOf } from "../../app/graphs/formats/mermaid.ts";
import { scxmlOf } from "../../app/graphs/formats/scxml.ts";
import { type Charted, graphOf } from "../../machines/graph/graph.ts";
import { viewOf } from "../../machines/graph/view.ts";
import { layOut } from "./lay-out.ts";

/** Where the files of charts are kept; nothing else is kept there. */
export const folders = { texts: "docs/graphs", layouts: "app/graphs/layouts" };

/** Every file that is written of a chart, by its path from the project's root. */
export function filesOf(chart: Charted): Map<string, string> {
  const graph = graphOf(chart);
  const view = viewOf(graph);
  const layout = layOut(view);
  const text = (ending: string) => `${folders.texts}/${chart.code}.${ending}`;
  return new Map([
    [text("svg"), `${renderToStaticMarkup(createElement(StepGraph, { view, layout }))}\n`],
    [text("txt"), edgeListOf(graph)],
    [text("mmd"), mermaidOf(view)],
    [text("scxml"), scxmlOf(graph)],
    [text("dot"), dotOf(view)],
    [text("machine.ts"), machineTextOf(graph)],
    [`${folders.layouts}/${chart.code}.json`, `${JSON.stringify(layout)}\n`],
  ]);
}

/** The files of all these charts. */
export function allFiles(charts: readonly Charted[]): Map<string, string> {
  return new Map(charts.flatMap((chart) => [...filesOf(chart)]));
}
