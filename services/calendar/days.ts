import { today } from "../../machines/rules/dates.ts";

/**
 * Business days: days of `company.time-zone`, which is what every day means that a person, a file or a call gives. One is
 * kept as the number of days since 1 January 1970, and written as `2026-01-31`. It begins at midnight in the zone, which
 * is up to 14 hours before it does in UTC, or 12 hours after, and it has 23 or 25 hours where clocks are changed.
 */

export const dayMs = 86_400_000;
/** In every time zone, days begin on a quarter hour of UTC. */
export const quarterMs = 15 * 60_000;

const counters = new Map<string, (at: number) => number>();

/** Converts epoch milliseconds to the business day that they are in; each quarter hour of a zone is computed once. */
export function dayCounter(timeZone: string): (at: number) => number {
  const made = counters.get(timeZone);
  if (made) return made;
  const known = new Map<number, number>();
  const counter = (at: number) => {
    const quarter = Math.floor(at / quarterMs);
    const found = known.get(quarter);
    if (found !== undefined) return found;
    const { year, month, day } = today(at, timeZone, "UTC");
    const counted = Date.UTC(year, month - 1, day) / dayMs;
    if (known.size > 10_000) known.clear();
    known.set(quarter, counted);
    return counted;
  };
  counters.set(timeZone, counter);
  return counter;
}

/** The first moment of a business day, in epoch milliseconds; NaN of NaN. It is also the end of the day before. */
export function dayBegins(day: number, timeZone: string): number {
  if (Number.isNaN(day)) return Number.NaN;
  const dayOf = dayCounter(timeZone);
  let before = day * dayMs - 15 * 4 * quarterMs;
  let behind = day * dayMs + 13 * 4 * quarterMs;
  while (behind - before > quarterMs) {
    const middle = before + Math.floor((behind - before) / quarterMs / 2) * quarterMs;
    if (dayOf(middle) < day) before = middle;
    else behind = middle;
  }
  return behind;
}

/** A day as `2026-01-31`. */
export function dayText(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

/** The day of a text like `2026-01-31`; NaN for anything else, and for days that the calendar does not have. */
export function dayNumber(text: string): number {
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) / dayMs : Number.NaN;
  return !Number.isNaN(day) && dayText(day) === text ? day : Number.NaN;
}

/** `Jan 31, 2027`, of a day, for people. */
export function dayInWords(day: number): string {
  return new Date(day * dayMs).toLocaleString("en-US", { timeZone: "UTC", dateStyle: "medium" });
}

/**
 * A day or a time in ISO form as a moment. A day is its first moment; a time without a zone is UTC.
 * @returns epoch milliseconds; NaN for anything else
 */
export function momentOf(text: string, timeZone: string): number {
  if (!text.includes("T")) return dayBegins(dayNumber(text), timeZone);
  if (Number.isNaN(dayNumber(text.slice(0, 10)))) return Number.NaN;
  return Date.parse(/T[\d:.]+$/.test(text) ? `${text}Z` : text);
}

/** Days, first and last, such as 2026-10-01 and 2026-10-31; and their moments, of which `until` is exclusive. */
export type Period = { first: string; last: string; from: number; until: number };

/**
 * Business days one after the other that are of one length, in milliseconds, so that a database can count them. `first`: the
 * first of them; `until` is exclusive.
 */
export type EvenDays = { first: number; from: number; until: number; length: number };

/** Whole days as stretches of even ones: each change of clocks parts them, and is one by itself. */
export function evenDays({ from, until }: Pick<Period, "from" | "until">, timeZone: string): EvenDays[] {
  const dayOf = dayCounter(timeZone);
  const stretches: EvenDays[] = [];
  for (let [day, begins] = [dayOf(from), from]; begins < until; day++) {
    const next = begins + dayMs;
    const isUsual = dayOf(next - 1) === day && dayOf(next) === day + 1;
    const ends = isUsual ? next : dayBegins(day + 1, timeZone);
    const last = stretches.at(-1);
    if (isUsual && last?.length === dayMs) last.until = ends;
    else if (ends > begins) stretches.push({ first: day, from: begins, until: ends, length: ends - begins });
    begins = ends;
  }
  return stretches;
}

/** @returns undefined where one of them is no day, or the last is before the first */
export function periodOf(first: string, last: string, timeZone: string): Period | undefined {
  const from = dayBegins(dayNumber(first), timeZone);
  const until = dayBegins(dayNumber(last) + 1, timeZone);
  return until > from ? { first, last, from, until } : undefined;
}

/** @param text such as 2026-10; no month of another millennium, in which nothing was sold */
export function monthOf(text: string, timeZone: string): Period | undefined {
  if (!/^2\d{3}-(0[1-9]|1[0-2])$/.test(text)) return undefined;
  const [year, month] = text.split("-").map(Number) as [number, number];
  return periodOf(`${text}-01`, dayText(Date.UTC(year, month, 0) / dayMs), timeZone);
}

/** The month that a moment is in. */
export function monthAt(at: number, timeZone: string): string {
  return dayText(dayCounter(timeZone)(at)).slice(0, 7);
}
