import type { ReactNode } from "react";
import type { View, ViewEdge, ViewNode } from "../../../machines/graph/view.ts";
import type { Box, Layout } from "./layout.ts";
import type { Marks } from "./marks.ts";
import { blockOf, labelType, nodeType, type Type } from "./measure.ts";
import { pillFont, placePills, type Weight, type Weights } from "./weights.ts";

const usual = { stroke: "#57606a", strokeWidth: 1.25 };
const unused = { stroke: "#8c959f", strokeWidth: 1, strokeDasharray: "2 3" };
const widest = 7;

/** Stroke of an edge: wider for larger shares, dotted for unused edges. */
function strokeOf(weight: Weight | undefined) {
  if (!weight) return usual;
  if (weight.share <= 0) return unused;
  const stroke = weight.more ? sideColors[weight.more] : usual.stroke;
  return { stroke, strokeWidth: Number((1.25 + (widest - 1.25) * weight.share).toFixed(2)) };
}

/** Blue where A has more, orange where B has. */
const sideColors = { a: "#0550ae", b: "#bc4c00" };

/** From pale to warm, in steps that are easy to tell apart. */
const warmth = ["#fff8f0", "#ffe8d1", "#ffd3a8", "#ffb77c", "#ff9a52"] as const;

/** Color of a node by its rank, from 0 for the lowest to 1 for the highest. */
function heatColor(heat: number): string {
  return warmth[Math.min(warmth.length - 1, Math.floor(heat * warmth.length))]!;
}

/** A bar along the lower border of a node. */
function NodeBar({ box: [x, y, width, height], weight }: { box: Box; weight: Weight }) {
  const bar = { x: x + 6, y: y + height - 5, height: 3 };
  return (
    <>
      <rect {...bar} width={width - 12} fill="#d0d7de" />
      <rect
        {...bar}
        width={Math.round((width - 12) * weight.share)}
        fill={weight.heat === undefined ? "#8250df" : "#bc4c00"}
      />
    </>
  );
}

/** A number on the drawing: in the node's rank color, otherwise purple. */
function Pill({ box: [x, y, width, height], weight }: { box: Box; weight: Weight }) {
  const isHot = weight.heat !== undefined;
  const look = isHot
    ? { fill: heatColor(weight.heat!), stroke: "#bc4c00" }
    : { fill: "#fbefff", stroke: "#8250df" };
  return (
    <>
      <rect x={x} y={y} width={width} height={height} rx={height / 2} {...look} strokeWidth={1} />
      <text
        x={x + width / 2}
        y={y + height - 4}
        textAnchor="middle"
        fontSize={pillFont}
        fill={isHot ? "#5c2500" : "#512a97"}
      >
        {weight.text}
      </text>
    </>
  );
}

export type StepGraphProps = {
  view: View;
  layout: Layout;
  /** Numbers to draw on nodes and edges. */
  weights?: Weights;
  /** Searchable text of each node besides its title, by the node's id. */
  texts?: Readonly<Record<string, string>>;
  /** Highlights of nodes and edges; style sheets read them as `data-mark`. */
  marks?: Marks;
  /** Makes nodes and edges links; without it the drawing is one picture. */
  hrefOf?: (id: string) => string;
  /** Scale; 1 is the size of the layout. */
  zoom?: number;
};

/**
 * A chart as one SVG. Colors are attributes, so style sheets can override them; every node and edge has its id in
 * `data-node` or `data-edge`. Edges are links for the mouse only, so a page that uses `hrefOf` also lists them.
 */
export function StepGraph({ view, layout, weights = {}, marks, texts, hrefOf, zoom = 1 }: StepGraphProps) {
  const { code, nodes, edges } = view;
  const pills = placePills(view, layout, weights);
  const [titleId, descriptionId] = [`${code}-title`, `${code}-description`];
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      role={hrefOf ? "group" : "img"}
      aria-labelledby={`${titleId} ${descriptionId}`}
      viewBox={`0 0 ${layout.width} ${layout.height}`}
      width={Math.round(zoom * layout.width)}
      height={Math.round(zoom * layout.height)}
      fontFamily="Helvetica, Arial, sans-serif"
    >
      <title id={titleId}>{`Statechart of ${code}`}</title>
      <desc id={descriptionId}>{describe(view)}</desc>
      <rect width="100%" height="100%" fill="#ffffff" />
      {hrefOf && edges.map(({ id }) => <Reach key={id} href={hrefOf(id)} curve={layout.edges[id]!.curve} />)}
      {edges.map((edge) => (
        <g key={edge.id} data-edge={edge.id} data-mark={marks?.[edge.id]}>
          <Linked href={hrefOf?.(edge.id)} byMouse>
            <Edge
              edge={edge}
              drawn={layout.edges[edge.id]!}
              weight={weights.edges?.[edge.id]}
              pill={pills[edge.id]}
            />
          </Linked>
        </g>
      ))}
      {nodes.map((node) => (
        <g
          key={node.id}
          data-node={node.id}
          data-kind={node.kind}
          data-mark={marks?.[node.id]}
          data-words={texts?.[node.id]}
        >
          <Linked href={hrefOf?.(node.id)}>
            <Node
              node={node}
              box={layout.nodes[node.id]!}
              weight={weights.nodes?.[node.id]}
              pill={pills[node.id]}
              name={hrefOf && `${node.title}, ${kindInWords[node.kind]}`}
            />
          </Linked>
        </g>
      ))}
    </svg>
  );
}

/** Width of an edge's invisible click target, in pixels; nodes and lines are drawn over it. */
const reach = 24;

function Reach({ href, curve }: { href: string; curve: string }) {
  return (
    <Linked href={href} byMouse>
      <path data-reach="" d={curve} fill="none" stroke="transparent" strokeWidth={reach} />
    </Linked>
  );
}

type LinkedProps = { href: string | undefined; byMouse?: boolean; children: ReactNode };

function Linked({ href, byMouse, children }: LinkedProps) {
  if (href === undefined) return children;
  return (
    <a href={href} {...(byMouse && { tabIndex: -1, "aria-hidden": true })}>
      {children}
    </a>
  );
}

/** A node's kind, for readers who do not see its shape. */
export const kindInWords: Record<ViewNode["kind"], string> = {
  start: "initial state",
  anywhere: "any state",
  step: "question",
  check: "service call",
  submit: "lead submission",
  state: "state",
  end: "end",
};

function describe({ nodes, edges }: View): string {
  return (
    `${nodes.length} states and ${edges.length} transitions. ` +
    "Boxes with double sides are service calls; rounded boxes are the initial state and the ends. " +
    "Visitors can also go back from each question to the previous one, which is not drawn."
  );
}

const looks: Record<ViewNode["kind"], { fill: string; stroke: string; ink: string; dashes?: string }> = {
  start: { fill: "#24292f", stroke: "#24292f", ink: "#ffffff" },
  anywhere: { fill: "#ffffff", stroke: "#57606a", ink: "#24292f", dashes: "4 3" },
  step: { fill: "#ffffff", stroke: "#24292f", ink: "#24292f" },
  check: { fill: "#ddf4ff", stroke: "#0969da", ink: "#0a3069" },
  submit: { fill: "#0969da", stroke: "#0550ae", ink: "#ffffff" },
  state: { fill: "#f6f8fa", stroke: "#57606a", ink: "#24292f", dashes: "4 3" },
  end: { fill: "#dafbe1", stroke: "#116329", ink: "#0f5323" },
};

type NodeProps = { node: ViewNode; box: Box; weight?: Weight; pill?: Box; name?: string };

function Node({ node, box, weight, pill, name }: NodeProps) {
  const { stroke, ink, dashes, ...look } = looks[node.kind];
  // White text needs the node's own dark fill.
  const fill = weight?.heat === undefined || ink === "#ffffff" ? look.fill : heatColor(weight.heat);
  const [x, y, width, height] = box;
  const border = { fill, stroke, strokeWidth: 1.5, strokeDasharray: dashes };
  const isRound = ["start", "anywhere", "end"].includes(node.kind);
  const isService = ["check", "submit"].includes(node.kind);
  return (
    <>
      <rect x={x} y={y} width={width} height={height} rx={isRound ? height / 2 : 5} {...border} />
      {isService && <path d={`M${x + 6},${y}v${height}M${x + width - 6},${y}v${height}`} {...border} />}
      <Text text={node.title} type={nodeType} box={box} fill={ink} name={name} />
      {weight && <NodeBar box={box} weight={weight} />}
      {weight && pill && <Pill box={pill} weight={weight} />}
    </>
  );
}

type EdgeProps = { edge: ViewEdge; drawn: Layout["edges"][string]; weight?: Weight; pill?: Box };

function Edge({ edge, drawn: { curve, arrow, label }, weight, pill }: EdgeProps) {
  return (
    <>
      <path d={curve} fill="none" {...strokeOf(weight)} />
      <polygon points={arrow} fill={strokeOf(weight).stroke} />
      {label && <Text text={edge.label} type={labelType} box={label} fill="#424a53" />}
      {weight && pill && <Pill box={pill} weight={weight} />}
    </>
  );
}

/** `name` is the accessible name: screen readers would run the lines together without spaces. */
type TextProps = { text: string; type: Type; box: Box; fill: string; name?: string };

function Text({ text, type, box: [x, y, width], fill, name }: TextProps) {
  const { fontSize, lineHeight, down } = type;
  return (
    <text
      textAnchor="middle"
      fontSize={fontSize}
      fill={fill}
      {...(name && { role: "img", "aria-label": name })}
    >
      {blockOf(text, type).lines.map((line, index) => (
        <tspan key={line} x={x + width / 2} y={y + down + (index + 0.75) * lineHeight}>
          {line}
        </tspan>
      ))}
    </text>
  );
}
