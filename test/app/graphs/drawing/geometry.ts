import type { Box, Layout } from "../../../../app/graphs/drawing/layout.ts";
import type { View } from "../../../../machines/graph/view.ts";

export type Point = readonly [x: number, y: number];

/** True where two boxes share more than a border. */
export function overlap([x, y, width, height]: Box, [left, top, across, down]: Box): boolean {
  return x < left + across && left < x + width && y < top + down && top < y + height;
}

export function isInside([x, y]: Point, [left, top, width, height]: Box): boolean {
  return x > left && x < left + width && y > top && y < top + height;
}

/** Points along a curve of path data (`M` and cubic `C`), close enough for straight lines between them. */
export function curveOf(path: string): Point[] {
  const [from, ...controls] = path
    .split(/[MC ]/)
    .filter(Boolean)
    .map((pair) => pair.split(",").map(Number) as unknown as Point);
  const points = [from!];
  for (let index = 0; index < controls.length; index += 3) {
    const [a, b, c, d] = [points.at(-1)!, ...controls.slice(index, index + 3)] as [
      Point,
      Point,
      Point,
      Point,
    ];
    for (let step = 1; step <= 16; step++) points.push(along(a, b, c, d, step / 16));
  }
  return points;
}

function along(a: Point, b: Point, c: Point, d: Point, t: number): Point {
  const at = (axis: 0 | 1) =>
    (1 - t) ** 3 * a[axis] +
    3 * (1 - t) ** 2 * t * b[axis] +
    3 * (1 - t) * t ** 2 * c[axis] +
    t ** 3 * d[axis];
  return [at(0), at(1)];
}

/** Pairs of edges that cross; those that share a node may meet there. */
export function crossings({ edges }: View, layout: Layout): string[] {
  const curves = edges.map((edge) => ({ edge, points: curveOf(layout.edges[edge.id]!.curve) }));
  return curves.flatMap(({ edge, points }, index) =>
    curves.slice(index + 1).flatMap((other) => {
      const ends = [other.edge.source, other.edge.target];
      const isJoined = ends.includes(edge.source) || ends.includes(edge.target);
      return !isJoined && cross(points, other.points) ? [`${edge.id} and ${other.edge.id}`] : [];
    }),
  );
}

function cross(one: readonly Point[], other: readonly Point[]): boolean {
  return one.slice(1).some((to, index) => {
    const from = one[index]!;
    return other.slice(1).some((end, at) => meet(from, to, other[at]!, end));
  });
}

function meet(a: Point, b: Point, c: Point, d: Point): boolean {
  return side(a, b, c) !== side(a, b, d) && side(c, d, a) !== side(c, d, b);
}

function side([x, y]: Point, [toX, toY]: Point, [pointX, pointY]: Point): boolean {
  return (toX - x) * (pointY - y) > (toY - y) * (pointX - x);
}
