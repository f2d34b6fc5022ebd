import { wilson } from "../../../../../services/features/numbers/statistics/exact.ts";
import type { Column, High, Unit } from "../table.ts";

export const text = (name: string): Column => ({ name, unit: "text" });
export const as = (unit: Unit, ...names: string[]): Column[] => names.map((name) => ({ name, unit }));
/** Null instead of a division by zero. */
export const ratio = (part: number, whole: number) => (whole === 0 ? null : part / whole);

/** Columns for a number and the ends of its confidence interval. */
export function bounded(name: string, unit: Unit): Column[] {
  return [
    { name, unit },
    { name: `${name}, 95% CI low`, unit, isBound: true },
    { name: `${name}, 95% CI high`, unit, isBound: true },
  ];
}

/** Columns for a share, which pages shade by rank, and the ends of its confidence interval. @param high what a high share is */
export function shareColumns(name: string, high: High): Column[] {
  const [share, ...bounds] = bounded(name, "percent");
  return [{ ...share!, high }, ...bounds];
}

/**
 * The cells of these columns, by Wilson's interval; all empty where nothing was counted, or it is unknown. A part may
 * exceed its whole where the two are counted from different sources, such as leads in the store and buyers' reports:
 * that is no share either.
 */
export function shareCells(
  count: number | null,
  of: number | null,
): [share: number | null, low: number | null, high: number | null] {
  if (count === null || of === null || of === 0 || count > of) return [null, null, null];
  return [count / of, ...wilson({ count, of })];
}

/** First views without an answer; null where views are not known. */
export function bouncesOf(views: number | null, sessions: number): number | null {
  return views === null ? null : Math.max(0, views - sessions);
}
