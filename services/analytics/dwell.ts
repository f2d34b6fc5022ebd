/**
 * Dwell times as one byte each: class `n` is around 1.1 to the power of n milliseconds, so that a class's own time is
 * 5 % off at most; the last one is 415 days. Kept as base64, in which a visit's times are one short text.
 */
const step = Math.log(1.1);
const last = 255;

/** How many classes there are. */
export const dwellClasses = last + 1;

/** The class of a time in milliseconds; under one it counts as one. */
export function dwellClass(ms: number): number {
  return Math.min(last, Math.round(Math.log(Math.max(1, ms)) / step));
}

/** The time a class stands for, in whole milliseconds. */
export function dwellTime(dwellClass: number): number {
  return Math.round(Math.exp(dwellClass * step));
}

/** @param classes one per move */
export function packDwells(classes: readonly number[]): string {
  return Buffer.from(classes).toString("base64");
}

export function unpackDwells(packed: string): Uint8Array {
  return Buffer.from(packed, "base64");
}
