import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "vite";

/**
 * Part of the build for the server: the layout of every chart. Graphviz would take a second for the list of all charts, in
 * which the site answers nobody.
 */
export const chartLayouts: Plugin = {
  name: "chart-layouts",
  apply: (_config, { command, isSsrBuild }) => command === "build" && isSsrBuild === true,
  async load(id) {
    if (!id.endsWith("/app/graphs/drawing/layouts.ts")) return undefined;
    const { charts }: typeof import("../../machines/charts.ts") = await source("machines/charts.ts");
    const { graphOf }: typeof import("../../machines/graph/graph.ts") =
      await source("machines/graph/graph.ts");
    const { viewOf }: typeof import("../../machines/graph/view.ts") = await source("machines/graph/view.ts");
    const { layOut }: typeof import("../graphs/drawing/lay-out.ts") = await source(
      "app/graphs/drawing/lay-out.ts",
    );
    const layouts = charts.map((chart) => [chart.code, layOut(viewOf(graphOf(chart)))]);
    return `export const layouts = ${JSON.stringify(Object.fromEntries(layouts))};`;
  },
};

/** Vite must not see these imports: it restarts whenever a file that its configuration imports changes. */
function source(file: string) {
  return import(pathToFileURL(join(import.meta.dirname, "../..", file)).href);
}
