import { dayCounter, dayNumber, dayStart, dayText } from "../analytics/days.ts";

/** Days of the site, first and last, such as 2026-10-01 and 2026-10-31; and the moments that they mean. */
export type Period = { first: string; last: string; from: number; until: number };

const dayMs = 24 * 60 * 60_000;

/** When a day of the site begins; NaN for what is none. @param text such as 2026-01-31 */
export function dayBegins(text: string, timeZone: string): number {
  const day = dayNumber(text);
  if (Number.isNaN(day)) return Number.NaN;
  const count = dayCounter(timeZone);
  const noon = day * dayMs + dayMs / 2;
  // Noon in UTC may be another day at the ends of the earth.
  return dayStart(noon + (day - count(noon)) * dayMs, count);
}

/** @returns undefined where one of them is no day, or the last is before the first */
export function periodOf(first: string, last: string, timeZone: string): Period | undefined {
  const from = dayBegins(first, timeZone);
  const after = dayNumber(last) + 1;
  if (Number.isNaN(from) || Number.isNaN(after)) return undefined;
  const until = dayBegins(dayText(after), timeZone);
  return until > from ? { first, last, from, until } : undefined;
}

/** @param text such as 2026-10; no month of another millennium, which nothing was sold in */
export function monthOf(text: string, timeZone: string): Period | undefined {
  if (!/^2\d{3}-(0[1-9]|1[0-2])$/.test(text)) return undefined;
  const [year, month] = text.split("-").map(Number) as [number, number];
  const last = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
  return periodOf(`${text}-01`, last, timeZone);
}

/** The month that a moment is in, for the site. */
export function monthAt(at: number, timeZone: string): string {
  return dayText(dayCounter(timeZone)(at)).slice(0, 7);
}

/** So long after a month deliveries that were under way at its end are written down, in milliseconds. */
const graceMs = 10 * 60_000;

export function closable({ until }: Pick<Period, "until">, now: number): boolean {
  return now >= until + graceMs;
}
