import type { LoaderFunctionArgs } from "@remix-run/node";
import { demandAccess, notHere } from "../../server/sessions/graph-access.ts";
import { asksForMainWay, asksForWide, type Chart, chartOf } from "../chart-of.ts";
import { svgAnswer } from "../drawing/svg-answer.ts";
import { machineTextOf } from "../formats/machine-text.ts";
import { mermaidOf } from "../formats/mermaid.ts";
import { scxmlOf } from "../formats/scxml.ts";

const formats: Record<string, { ending: string; type: string; write(chart: Chart): string }> = {
  scxml: { ending: "scxml", type: "application/scxml+xml", write: ({ graph }) => scxmlOf(graph) },
  mermaid: { ending: "mmd", type: "text/plain", write: ({ view }) => mermaidOf(view) },
  machine: { ending: "machine.ts", type: "text/plain", write: ({ graph }) => machineTextOf(graph) },
};

/** A chart as a file: its drawing (`/graphs/c/drawing.svg`), or in another program's format (`/graphs/c/export/scxml`). */
export async function loader(args: LoaderFunctionArgs) {
  await demandAccess(args);
  const { code = "", format } = args.params;
  const asked = format === undefined ? new URL(args.request.url).searchParams : new URLSearchParams();
  const chart = await chartOf(code, asksForWide(asked), asksForMainWay(asked));
  if (!chart) throw notHere();
  const { view, layout } = chart;
  if (format === undefined) return svgAnswer({ view, layout }, 300);
  if (!Object.hasOwn(formats, format)) throw notHere();
  const { ending, type, write } = formats[format]!;
  return new Response(write(chart), {
    headers: {
      "Content-Type": `${type}; charset=utf-8`,
      "Content-Disposition": `attachment; filename="${code}.${ending}"`,
    },
  });
}
