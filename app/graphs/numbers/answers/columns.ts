import { wilson } from "../../../../services/statistics/exact.ts";
import type { Column, Unit } from "../table.ts";

export const text = (name: string): Column => ({ name, unit: "text" });
export const as = (unit: Unit, ...names: string[]): Column[] => names.map((name) => ({ name, unit }));
/** A part of a whole; of nothing there is none. */
export const ratio = (part: number, whole: number) => (whole === 0 ? null : part / whole);

/** A share with the ends of its 95 % interval, as three columns. @param name of the share */
export function shareColumns(name: string): Column[] {
  return [
    { name, unit: "percent", isHeat: true },
    { name: `${name}, at least`, unit: "percent", isBound: true },
    { name: `${name}, at most`, unit: "percent", isBound: true },
  ];
}

/** The cells of these columns (Wilson's interval); of nothing there is no share. */
export function shareCells(
  count: number,
  of: number,
): [share: number | null, low: number | null, high: number | null] {
  if (of === 0 || count > of) return [null, null, null];
  return [count / of, ...wilson({ count, of })];
}
