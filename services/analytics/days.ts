import { today } from "../../machines/rules/dates.ts";

const dayMs = 86_400_000;
/** In every time zone, days begin on a quarter hour of UTC. */
const quarterMs = 15 * 60_000;

/** Converts epoch milliseconds to days since 1970 in a time zone; each quarter hour is computed once. */
export function dayCounter(timeZone: string): (at: number) => number {
  const known = new Map<number, number>();
  return (at) => {
    const quarter = Math.floor(at / quarterMs);
    const found = known.get(quarter);
    if (found !== undefined) return found;
    const { year, month, day } = today(at, timeZone, "UTC");
    const counted = Date.UTC(year, month - 1, day) / dayMs;
    if (known.size > 10_000) known.clear();
    known.set(quarter, counted);
    return counted;
  };
}

/** When the day of a moment began, in the time zone of `day`; both in epoch milliseconds. */
export function dayStart(at: number, day: (at: number) => number): number {
  let start = at - (at % quarterMs);
  while (day(start - 1) === day(at)) start -= quarterMs;
  return start;
}

/** A day since 1970 as `2026-01-31`. */
export function dayText(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

/** The day since 1970 of a text like `2026-01-31`; NaN for anything else. */
export function dayNumber(text: string): number {
  return /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) / dayMs : Number.NaN;
}
