import { layOut } from "../../app/graphs/drawing/lay-out.ts";
import { dotOf } from "../../app/graphs/formats/dot.ts";
import { edgeListOf } from "../../app/graphs/formats/edge-list.ts";
import { machineTextOf } from "../../app/graphs/formats/machine-text.ts";
import { mermaidOf } from "../../app/graphs/formats/mermaid.ts";
import { scxmlOf } from "../../app/graphs/formats/scxml.ts";
import { type Charted, graphOf } from "../../machines/graph/graph.ts";
import { viewOf } from "../../machines/graph/view.ts";
import { variants } from "../../machines/registry.ts";
import { coverageOf } from "./coverage-of.ts";
import { folders } from "./folders.ts";

/** Texts of all files that are written for a chart, by path from the project's root. */
export function filesOf(chart: Charted): Map<string, string> {
  const graph = graphOf(chart);
  const view = viewOf(graph);
  const variant = variants.get(chart.code);
  const path = (folder: keyof typeof folders, ending: string) => `${folders[folder]}/${chart.code}.${ending}`;
  return new Map([
    [path("texts", "txt"), edgeListOf(graph)],
    [path("texts", "mmd"), mermaidOf(view)],
    [path("layouts", "json"), `${JSON.stringify(layOut(view))}\n`],
    ...(variant
      ? [[path("coverage", "json"), `${JSON.stringify(coverageOf(variant, view))}\n`] as const]
      : []),
    [path("exports", "scxml"), scxmlOf(graph)],
    [path("exports", "dot"), dotOf(view)],
    [path("exports", "machine.ts"), machineTextOf(graph)],
  ]);
}

/** The files of several charts, by path. */
export function allFiles(charts: readonly Charted[]): Map<string, string> {
  return new Map(charts.flatMap((chart) => [...filesOf(chart)]));
}
