import type { Box } from "./layout.ts";
import { widthOf } from "./measure.ts";
import type { Weight } from "./weights.ts";

const usual = { stroke: "#57606a", strokeWidth: 1.25 };
const unused = { stroke: "#8c959f", strokeWidth: 1, strokeDasharray: "2 3" };
const widest = 7;

/** How the line of an edge is drawn: the wider the more it carries, dotted where it carries nothing. */
export function strokeOf(weight: Weight | undefined) {
  if (!weight) return usual;
  if (weight.share <= 0) return unused;
  return { ...usual, strokeWidth: Number((1.25 + (widest - 1.25) * weight.share).toFixed(2)) };
}

/** `room` is the width of the whole drawing. */
type Weighed = { weight: Weight; room: number };

const fontSize = 11;
const pill = 16;

/** A bar along the lower border of a node, and its text on the upper right corner. */
export function NodeWeight({ box: [x, y, width, height], weight, room }: { box: Box } & Weighed) {
  return (
    <>
      <rect x={x + 6} y={y + height - 5} width={width - 12} height={3} fill="#d0d7de" />
      <rect
        x={x + 6}
        y={y + height - 5}
        width={Math.round((width - 12) * weight.share)}
        height={3}
        fill="#8250df"
      />
      {weight.text && <Pill text={weight.text} right={x + width + 6} middle={y - 2} room={room} />}
    </>
  );
}

type EdgeProps = { curve: string; label: Box | undefined } & Weighed;

/** An edge's text, on its line or, where the edge's label would be under it, on the line's other side. */
export function EdgeWeight({ curve, label, weight, room }: EdgeProps) {
  if (!weight.text) return null;
  const [x, y] = pointOn(curve);
  const width = widthOf(weight.text, fontSize) + 10;
  const right = x + width / 2;
  const isOver = label && overlap([right - width, y - pill / 2, width, pill], label);
  const beside = label && label[0] + label[2] / 2 > x ? x + 4 : x + width - 4;
  return <Pill text={weight.text} right={isOver ? beside : right} middle={y} room={room} />;
}

function overlap([x, y, width, height]: Box, [otherX, otherY, otherWidth, otherHeight]: Box): boolean {
  const isBeside = x + width <= otherX || otherX + otherWidth <= x;
  return !isBeside && y < otherY + otherHeight && otherY < y + height;
}

type PillProps = { text: string; right: number; middle: number; room: number };

function Pill({ text, right, middle, room }: PillProps) {
  const width = widthOf(text, fontSize) + 10;
  const x = Math.max(1, Math.min(Math.round(right - width), room - width - 1));
  const place = { x, y: Math.max(1, Math.round(middle - pill / 2)), width, height: pill };
  return (
    <>
      <rect {...place} rx={pill / 2} fill="#fbefff" stroke="#8250df" strokeWidth={1} />
      <text
        x={place.x + width / 2}
        y={place.y + pill - 4}
        textAnchor="middle"
        fontSize={fontSize}
        fill="#512a97"
      >
        {text}
      </text>
    </>
  );
}

/** The middle of the last of the cubic curves of which an edge is made. */
function pointOn(curve: string): [x: number, y: number] {
  const points = [...curve.matchAll(/(-?[\d.]+),(-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
  const [from, one, other, to] = points.slice(-4) as [number[], number[], number[], number[]];
  const at = (axis: 0 | 1) => (from[axis]! + 3 * one[axis]! + 3 * other[axis]! + to[axis]!) / 8;
  return [at(0), at(1)];
}
