import type { View } from "../../../machines/graph/view.ts";
import type { Box, Layout } from "./layout.ts";
import { widthOf } from "./measure.ts";

/** How a number is drawn on a node or edge. */
export type Weight = {
  /** Share of the largest number, 0 to 1: how strongly it is drawn. 0 is drawn as unused. */
  share: number;
  /** A node's rank among all, 0 to 1, which selects its color. Without it nodes are not colored. */
  heat?: number;
  /** In a comparison, the side that has more; without it the line has the default color. */
  more?: "a" | "b";
  /** A short label beside it: `1,204`, `12 %`. */
  text?: string;
};

/** Numbers on a chart, by the ids of its view's nodes and edges. They only change colors and widths: nothing moves. */
export type Weights = { nodes?: Record<string, Weight>; edges?: Record<string, Weight> };

export const pillFont = 11;
const pillHeight = 16;

/** Boxes of the numbers in a drawing, by the id of their node or edge. */
type Pills = Readonly<Record<string, Box>>;

/**
 * Positions all numbers: a node's at its upper right corner; an edge's on its line where it covers no node, label or
 * other number. Numbers overlap only if an edge has no free spot.
 */
export function placePills(view: View, layout: Layout, { nodes = {}, edges = {} }: Weights): Pills {
  const pills: Record<string, Box> = {};
  const taken: Box[] = Object.values(layout.edges).flatMap(({ label }) => (label ? [label] : []));
  const put = (id: string, box: Box) => {
    pills[id] = box;
    taken.push(box);
  };
  for (const { id } of view.nodes) {
    const text = nodes[id]?.text;
    const [x, y, width] = layout.nodes[id]!;
    if (text) put(id, boxAt(text, x + width + 6 - sizeOf(text) / 2, y - 2, layout));
  }
  const boxes = Object.values(layout.nodes);
  for (const { id } of view.edges) {
    const text = edges[id]?.text;
    if (!text) continue;
    const points = pointsOn(layout.edges[id]!.curve);
    const aside = sizeOf(text) / 2 + 3;
    const places = [0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5].flatMap((steps) =>
      points.map(([x, y]) => boxAt(text, x + steps * aside, y, layout)),
    );
    const isFree = (box: Box) => ![...taken, ...boxes].some((other) => overlap(box, other));
    put(id, places.find(isFree) ?? places[0]!);
  }
  return pills;
}

const sizeOf = (text: string) => widthOf(text, pillFont) + 10;

function boxAt(text: string, middleX: number, middleY: number, { width: room, height: down }: Layout): Box {
  const width = sizeOf(text);
  const within = (value: number, most: number) => Math.max(1, Math.min(Math.round(value), most - 1));
  return [
    within(middleX - width / 2, room - width),
    within(middleY - pillHeight / 2, down - pillHeight),
    width,
    pillHeight,
  ];
}

export function overlap([x, y, width, height]: Box, [otherX, otherY, otherWidth, otherHeight]: Box): boolean {
  const isBeside = x + width <= otherX || otherX + otherWidth <= x;
  return !isBeside && y < otherY + otherHeight && otherY < y + height;
}

/** Points on an edge's cubic curves, the middle of the last curve first. */
function pointsOn(curve: string): [x: number, y: number][] {
  const points = [...curve.matchAll(/(-?[\d.]+),(-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
  const starts = Array.from({ length: (points.length - 1) / 3 }, (_, index) => 3 * index).reverse();
  return [0.5, 0.65, 0.35, 0.8, 0.2, 0.9, 0.1, 1].flatMap((at) =>
    starts.map((start): [number, number] => {
      const [from, one, other, to] = points.slice(start, start + 4) as [
        number[],
        number[],
        number[],
        number[],
      ];
      const of = (axis: 0 | 1) =>
        (1 - at) ** 3 * from[axis]! +
        3 * (1 - at) ** 2 * at * one[axis]! +
        3 * (1 - at) * at ** 2 * other[axis]! +
        at ** 3 * to[axis]!;
      return [of(0), of(1)];
    }),
  );
}
