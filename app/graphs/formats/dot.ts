import type { View, ViewEdge, ViewNode } from "../../../machines/graph/view.ts";
import { blockOf, labelType, nodeType } from "../drawing/measure.ts";

/** From top to bottom, or from left to right. */
export type Direction = "TB" | "LR";

/**
 * A view in Graphviz's DOT language, in the chart's order, with boxes sized for the drawing's text; one pixel is one
 * point.
 */
export function dotOf({ code, nodes, edges }: View, direction: Direction = "TB"): string {
  const lines = [
    `digraph ${quoted(code)} {`,
    `  graph [rankdir=${direction}, nodesep=0.2, ranksep=0.3];`,
    '  node [shape=box, fixedsize=true, fontname="Helvetica", fontsize=14];',
    '  edge [fontname="Helvetica", fontsize=12];',
    ...nodes.map((node) => `  ${quoted(node.id)} [${nodeAttributes(node)}];`),
    ...edges.map(
      (edge) =>
        `  ${quoted(edge.source)} -> ${quoted(edge.target)}${edgeAttributes(edge, edges, direction === "TB" ? "e" : "s")};`,
    ),
    "}",
  ];
  return `${lines.join("\n")}\n`;
}

function nodeAttributes(node: ViewNode): string {
  const { lines, width, height } = blockOf(node.title, nodeType);
  const inches = (pixels: number) => (pixels / 72).toFixed(3);
  return `label=${quoted(lines.join("\\n"))}, width=${inches(width)}, height=${inches(height)}`;
}

/** A return edge is drawn at the side if the forward edge has no label, which would keep the two apart. */
function edgeAttributes(
  { source, target, label }: ViewEdge,
  edges: readonly ViewEdge[],
  side: string,
): string {
  const isBack = edges.some((edge) => edge.source === target && edge.target === source && edge.label === "");
  const attributes = [
    ...(label === "" ? [] : [`label=<${labelTable(label)}>`]),
    ...(isBack ? [`tailport=${side}, headport=${side}`] : []),
  ];
  return attributes.length > 0 ? ` [${attributes.join(", ")}]` : "";
}

/** A table of fixed size, because Graphviz has no fonts to measure text with. */
function labelTable(label: string): string {
  const { lines, width, height } = blockOf(label, labelType);
  const size = `FIXEDSIZE="TRUE" WIDTH="${width}" HEIGHT="${height}"`;
  const none = 'BORDER="0" CELLBORDER="0" CELLPADDING="0" CELLSPACING="0"';
  return `<TABLE ${none} ${size}><TR><TD>${lines.map(escaped).join("<BR/>")}</TD></TR></TABLE>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** In double quotes; existing escapes (`\n`) are kept. */
function quoted(text: string): string {
  return `"${text.replaceAll('"', '\\"')}"`;
}
