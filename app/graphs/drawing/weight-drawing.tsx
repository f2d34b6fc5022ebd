import type { Box } from "./layout.ts";
import { pillFont } from "./pills.ts";
import type { Weight } from "./weights.ts";

const usual = { stroke: "#57606a", strokeWidth: 1.25 };
const unused = { stroke: "#8c959f", strokeWidth: 1, strokeDasharray: "2 3" };
const widest = 7;

/** Stroke of an edge: wider for larger shares, dotted for unused edges. */
export function strokeOf(weight: Weight | undefined) {
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
export function heatColor(heat: number): string {
  return warmth[Math.min(warmth.length - 1, Math.floor(heat * warmth.length))]!;
}

/** A bar along the lower border of a node. */
export function NodeBar({ box: [x, y, width, height], weight }: { box: Box; weight: Weight }) {
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
export function Pill({ box: [x, y, width, height], weight }: { box: Box; weight: Weight }) {
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
