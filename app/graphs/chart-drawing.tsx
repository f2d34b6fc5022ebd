import type { View, ViewEdge, ViewNode } from "../../machines/graph/view.ts";
import type { Box, Layout } from "./layout.ts";
import { blockOf, labelType, nodeType, type Type } from "./measure.ts";

type Drawn = { view: View; layout: Layout };

/**
 * A chart as one SVG. Colours are attributes, which a style sheet may overrule; every node and edge bears its id
 * in `data-node` or `data-edge`.
 */
export function ChartDrawing({ view, layout }: Drawn) {
  const { code, nodes, edges } = view;
  const [titleId, descriptionId] = [`${code}-title`, `${code}-description`];
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      role="img"
      aria-labelledby={`${titleId} ${descriptionId}`}
      viewBox={`0 0 ${layout.width} ${layout.height}`}
      width={layout.width}
      height={layout.height}
      fontFamily="Helvetica, Arial, sans-serif"
    >
      <title id={titleId}>{`The steps of ${code} and the ways between them`}</title>
      <desc id={descriptionId}>{describe(view)}</desc>
      <rect width="100%" height="100%" fill="#ffffff" />
      {edges.map((edge) => (
        <Edge key={edge.id} edge={edge} drawn={layout.edges[edge.id]!} />
      ))}
      {nodes.map((node) => (
        <Node key={node.id} node={node} box={layout.nodes[node.id]!} />
      ))}
    </svg>
  );
}

function describe({ nodes, edges }: View): string {
  return (
    `${nodes.length} places from top to bottom and ${edges.length} ways between them. ` +
    "Boxes with double sides are services that are asked, round ones the beginning and the ends. " +
    "A visitor can also go back from every question to the one before; these moves are not drawn."
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

function Node({ node, box }: { node: ViewNode; box: Box }) {
  const { fill, stroke, ink, dashes } = looks[node.kind];
  const [x, y, width, height] = box;
  const look = { fill, stroke, strokeWidth: 1.5, strokeDasharray: dashes };
  const isRound = ["start", "anywhere", "end"].includes(node.kind);
  const isService = ["check", "submit"].includes(node.kind);
  return (
    <g data-node={node.id} data-kind={node.kind}>
      <rect x={x} y={y} width={width} height={height} rx={isRound ? height / 2 : 5} {...look} />
      {isService && <path d={`M${x + 6},${y}v${height}M${x + width - 6},${y}v${height}`} {...look} />}
      <Text text={node.title} type={nodeType} box={box} fill={ink} />
    </g>
  );
}

function Edge({ edge, drawn: { curve, arrow, label } }: { edge: ViewEdge; drawn: Layout["edges"][string] }) {
  return (
    <g data-edge={edge.id}>
      <path d={curve} fill="none" stroke="#57606a" strokeWidth={1.25} />
      <polygon points={arrow} fill="#57606a" />
      {label && <Text text={edge.label} type={labelType} box={label} fill="#424a53" />}
    </g>
  );
}

type TextProps = { text: string; type: Type; box: Box; fill: string };

function Text({ text, type, box: [x, y, width], fill }: TextProps) {
  const { fontSize, lineHeight, down } = type;
  return (
    <text textAnchor="middle" fontSize={fontSize} fill={fill}>
      {blockOf(text, type).lines.map((line, index) => (
        <tspan key={line} x={x + width / 2} y={y + down + (index + 0.75) * lineHeight}>
          {line}
        </tspan>
      ))}
    </text>
  );
}
