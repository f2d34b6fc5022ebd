import type { LoaderFunctionArgs } from "@remix-run/node";
import { demandAccess, notHere } from "../../server/sessions/graph-access.ts";
import { type Chart, chartOf } from "../chart-of.ts";
import { machineTextOf } from "../formats/machine-text.ts";
import { mermaidOf } from "../formats/mermaid.ts";
import { scxmlOf } from "../formats/scxml.ts";

const formats: Record<string, { ending: string; type: string; write(chart: Chart): string }> = {
  scxml: { ending: "scxml", type: "application/scxml+xml", write: ({ graph }) => scxmlOf(graph) },
  mermaid: { ending: "mmd", type: "text/plain", write: ({ view }) => mermaidOf(view) },
  machine: { ending: "machine.ts", type: "text/plain", write: ({ graph }) => machineTextOf(graph) },
};

/** `/graphs/{code}/export/scxml`: downloads a chart in another program's format. */
export async function loader(args: LoaderFunctionArgs) {
  await demandAccess(args);
  const { code = "", format = "" } = args.params;
  const chart = await chartOf(code);
  if (!chart || !Object.hasOwn(formats, format)) throw notHere();
  const { ending, type, write } = formats[format]!;
  return new Response(write(chart), {
    headers: {
      "Content-Type": `${type}; charset=utf-8`,
      "Content-Disposition": `attachment; filename="${code}.${ending}"`,
    },
  });
}
