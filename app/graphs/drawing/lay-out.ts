import { Graphviz } from "@hpcc-js/wasm-graphviz";
import type { View, ViewEdge, ViewNode } from "../../../machines/graph/view.ts";
import type { Box, Layout } from "./layout.ts";
import { blockOf, labelType, nodeType } from "./measure.ts";

const graphviz = await Graphviz.load();

/** From top to bottom, or from left to right. */
type Direction = "TB" | "LR";

/** The parts of Graphviz's JSON that we read; the origin is the lower left corner. */
type Laid = {
  bb: string;
  objects: { _gvid: number; name: string; pos: string; width: string; height: string }[];
  edges: { tail: number; head: number; pos: string; lp?: string }[];
};
type Point = [x: number, y: number];

/** Margin around the drawing, in pixels. */
const margin = 8;

/**
 * Lays out a view with Graphviz. Pure: the same view has the same layout, to the pixel.
 * @param direction from top to bottom, or from left to right for wide screens
 */
export function layOut(view: View, direction: Direction = "TB"): Layout {
  const laidOut = (side?: string) =>
    JSON.parse(graphviz.layout(dotOf(view, direction, side), "json", "dot")) as Laid;
  const atSide = laidOut(direction === "TB" ? "e" : "s");
  // Graphviz finds no way for some return edges at the side, and then leaves their curve out.
  const laid = (atSide.edges ?? []).every(({ pos }) => pos !== undefined) ? atSide : laidOut();
  const [, , width, height] = laid.bb.split(",").map(Number) as [number, number, number, number];
  const point = (text: string): Point => {
    const [x, y] = text.split(",").map(Number) as Point;
    return [margin + x, margin + height - y];
  };
  const around = ([x, y]: Point, across: number, down: number): Box => [
    Math.round(x - across / 2),
    Math.round(y - down / 2),
    Math.round(across),
    Math.round(down),
  ];
  const names = new Map(laid.objects.map(({ _gvid, name }) => [_gvid, name]));
  const nodes = laid.objects.map(({ name, pos, ...size }) => {
    return [name, around(point(pos), 72 * Number(size.width), 72 * Number(size.height))] as const;
  });
  const edges = (laid.edges ?? []).map(({ tail, head, pos, lp }) => {
    const id = `${names.get(tail)}->${names.get(head)}`;
    const label = blockOf(view.edges.find((edge) => edge.id === id)!.label, labelType);
    const place = lp === undefined ? {} : { label: around(point(lp), label.width, label.height) };
    return [id, { ...drawn(pos, point), ...place }] as const;
  });
  return {
    width: Math.ceil(width + 2 * margin),
    height: Math.ceil(height + 2 * margin),
    nodes: Object.fromEntries(nodes),
    edges: Object.fromEntries(edges),
  };
}

/** Converts a Graphviz spline, `e,x,y x,y …` with the arrow's tip first, to path data and an arrowhead. */
function drawn(pos: string, point: (text: string) => Point): { curve: string; arrow: string } {
  const [tip, ...rest] = pos.split(" ");
  const spline = rest.map(point);
  const [from, ...controls] = spline as [Point, ...Point[]];
  const curve = `M${shown(from)}C${controls.map(shown).join(" ")}`;
  return { curve, arrow: arrowhead(spline.at(-1)!, point(tip!.slice(2))) };
}

/** A triangle from the end of a line to its tip. */
function arrowhead([x, y]: Point, [tipX, tipY]: Point): string {
  const length = Math.hypot(tipX - x, tipY - y);
  const [aside, along] = [(4 * (tipY - y)) / length, (4 * (tipX - x)) / length];
  return [
    [tipX, tipY],
    [x - aside, y + along],
    [x + aside, y - along],
  ]
    .map((each) => shown(each as Point))
    .join(" ");
}

function shown([x, y]: Point): string {
  return `${Math.round(x)},${Math.round(y)}`;
}

/**
 * A view in Graphviz's DOT language, in the chart's order, with boxes sized for the drawing's text; one pixel is one
 * point.
 */
function dotOf({ code, nodes, edges }: View, direction: Direction, side: string | undefined): string {
  const lines = [
    `digraph ${quoted(code)} {`,
    `  graph [rankdir=${direction}, nodesep=0.2, ranksep=0.3];`,
    '  node [shape=box, fixedsize=true, fontname="Helvetica", fontsize=14];',
    '  edge [fontname="Helvetica", fontsize=12];',
    ...nodes.map((node) => `  ${quoted(node.id)} [${nodeAttributes(node)}];`),
    ...edges.map(
      (edge) => `  ${quoted(edge.source)} -> ${quoted(edge.target)}${edgeAttributes(edge, edges, side)};`,
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
  side: string | undefined,
): string {
  const isBack = edges.some((edge) => edge.source === target && edge.target === source && edge.label === "");
  const attributes = [
    ...(label === "" ? [] : [`label=<${labelTable(label)}>`]),
    ...(isBack && side ? [`tailport=${side}, headport=${side}`] : []),
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
