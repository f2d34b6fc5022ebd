import type { Cell } from "./table.ts";

/** Shades there are, besides none. */
const shades = 5;

/**
 * The shade of each cell, 1 to 5, by its rank among the others: equal ones have the same, and where all are equal (or
 * there are too few) none is shaded.
 */
export function heatOf(cells: readonly Cell[]): (number | undefined)[] {
  const numbers = cells.filter((cell) => typeof cell === "number");
  const order = [...new Set(numbers)].sort((one, other) => one - other);
  if (order.length < 3) return cells.map(() => undefined);
  const shade = new Map(
    order.map((value, rank) => [value, 1 + Math.floor((rank / order.length) * shades)] as const),
  );
  return cells.map((cell) => (typeof cell === "number" ? shade.get(cell) : undefined));
}
