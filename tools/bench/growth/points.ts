import type { Figure } from "../figure.ts";
import { spread } from "../spread.ts";

/** How large something was, and what was then measured, once per round. */
export type Point = { size: number; values: readonly number[] };

/** The points of one curve as figures, each with its growth since the one before. */
export function curve(name: string, unit: string, of: string, points: readonly Point[]): Figure[] {
  return points.map(({ size, values }, index) => {
    const before = points[index - 1];
    const figure = { name: `${name}: ${size.toLocaleString("en-US")} ${of}`, unit, ...spread(values) };
    return before ? { ...figure, exponent: exponent(before, { size, values }) } : figure;
  });
}

/** The power of the size by which a cost grows between two points: 0 is flat, 1 linear, 2 quadratic. */
export function exponent(from: Point, to: Point): number {
  const middle = ({ values }: Point) => spread(values).median;
  return Math.log(middle(to) / middle(from)) / Math.log(to.size / from.size);
}
