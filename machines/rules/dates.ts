import type { Answers } from "./answers.ts";
import { OVER_TWO_YEARS_DAYS } from "./limits.ts";

/** A day of the calendar, without a time; `month` is 1 to 12. */
export type CalendarDay = { year: number; month: number; day: number };

/**
 * How long ago the accident was. `date` is as exact as the answers are, null when only a button was pressed. `isFloor`:
 * at least this long, as for "Over 2 Years"; it may be any number of days more.
 */
export type AccidentAge = { days: number; months: number; date: CalendarDay | null; isFloor?: true };

/** The days since an accident; undefined where only a minimum is known. */
export function knownDays(age: AccidentAge | undefined): number | undefined {
  return age?.isFloor ? undefined : age?.days;
}

/**
 * True for an accident within this many days or calendar months, inclusive; never for an accident whose age is only
 * known as a minimum.
 */
export function isWithin(
  age: AccidentAge | undefined,
  limit: { days: number } | { months: number },
): boolean {
  if (age === undefined || age.isFloor) return false;
  return "days" in limit ? age.days <= limit.days : age.months <= limit.months;
}

const MS_PER_DAY = 86_400_000;
const OVER_TWO_YEARS = "Over 2 Years";

/** Answers to "when was the accident" with the days and months that each means (ruling 12). */
export const accidentDateButtons: readonly { value: string; days: number; months: number }[] = [
  { value: "Within 1 Week", days: 7, months: 0 },
  { value: "Within 15 Days", days: 15, months: 0 },
  { value: "Within 30 Days", days: 30, months: 1 },
  { value: "Within 6 Months", days: 180, months: 6 },
  { value: "Within 12 Months", days: 364, months: 12 },
  { value: "Within 2 Years", days: OVER_TWO_YEARS_DAYS, months: 24 },
  { value: OVER_TWO_YEARS, days: OVER_TWO_YEARS_DAYS + 1, months: 25 },
];

function dayNumber({ year, month, day }: CalendarDay): number {
  return Date.UTC(year, month - 1, day) / MS_PER_DAY;
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** True when the calendar has this day (there is no 31 June). */
export function isRealDate({ year, month, day }: CalendarDay): boolean {
  if (![year, month, day].every(Number.isInteger)) return false;
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

/** Calendar days from one day to another; negative when `to` comes first. */
export function daysBetween(from: CalendarDay, to: CalendarDay): number {
  return dayNumber(to) - dayNumber(from);
}

/** Calendar months between two days, whatever their day of the month (ruling 11). */
export function monthsBetween(from: CalendarDay, to: CalendarDay): number {
  return to.year * 12 + to.month - (from.year * 12 + from.month);
}

/** The day `days` after (or, when negative, before) another. */
export function dateAfter(from: CalendarDay, days: number): CalendarDay {
  return utcDay((dayNumber(from) + days) * MS_PER_DAY);
}

/** The calendar day at a moment in UTC. @param at milliseconds since 1970 */
export function utcDay(at: number): CalendarDay {
  const then = new Date(at);
  return { year: then.getUTCFullYear(), month: then.getUTCMonth() + 1, day: then.getUTCDate() };
}

/** MM/DD/YYYY. */
export function formatUs({ year, month, day }: CalendarDay): string {
  return `${two(month)}/${two(day)}/${four(year)}`;
}

/** YYYY-MM-DD. */
export function formatIso({ year, month, day }: CalendarDay): string {
  return `${four(year)}-${two(month)}-${two(day)}`;
}

const two = (part: number) => String(part).padStart(2, "0");
const four = (part: number) => String(part).padStart(4, "0");

/**
 * The calendar day at a moment in a time zone. The browser names the zone, so it may be anything: for one unknown to
 * Intl `fallbackTimeZone` is used, and then UTC.
 * @param at milliseconds since 1970, UTC
 */
export function today(at: number, timeZone: string | undefined, fallbackTimeZone: string): CalendarDay {
  const format = dayFormat(timeZone) ?? dayFormat(fallbackTimeZone) ?? dayFormat("UTC");
  const [month, day, year] = format!.format(at).split("/").map(Number) as [number, number, number];
  return { year, month, day };
}

/** Making one takes as long as a replayed answer. Visitors name the zones: no more than there may be are kept. */
const formats = new Map<string, Intl.DateTimeFormat>();
const mostFormats = 500;

function dayFormat(timeZone: string | undefined): Intl.DateTimeFormat | undefined {
  // Intl would take the process's own zone for a missing one.
  if (!timeZone) return undefined;
  const known = formats.get(timeZone);
  if (known) return known;
  try {
    const format = new Intl.DateTimeFormat("en-US", {
      timeZone,
      year: "numeric",
      month: "numeric",
      day: "numeric",
    });
    if (formats.size >= mostFormats) formats.clear();
    formats.set(timeZone, format);
    return format;
  } catch {
    return undefined;
  }
}

/**
 * Days and months since the accident: from the date if one was given, else from the pressed button (rulings 11 and 12).
 * Where only the month or the year was asked, the date is its first day. Undefined when nothing is known.
 */
export function accidentAge(answers: Answers, now: CalendarDay): AccidentAge | undefined {
  const date = givenDate(answers);
  if (date) {
    // Midnight may fall between the two clocks that judged the answer: never a negative age.
    return { days: Math.max(0, daysBetween(date, now)), months: Math.max(0, monthsBetween(date, now)), date };
  }
  const button = pressedButton(answers);
  if (!button) return undefined;
  const { days, months, value } = button;
  return { days, months, date: null, ...(value === OVER_TWO_YEARS && { isFloor: true as const }) };
}

/** The button for an exact date: the nearest one that includes it, else 'Over 2 Years' (ruling 82). */
export function buttonFor(days: number): string {
  return accidentDateButtons.find((button) => days <= button.days)?.value ?? OVER_TWO_YEARS;
}

/** The precision of `incident_date`: the year in the one-page survey, the month elsewhere (spec 3.2). */
export type IncidentPrecision = "month" | "year";

/** First day of the month, or of the year, in which the accident was; undefined when that is not known. */
export function incidentDay(
  answers: Answers,
  now: CalendarDay,
  precision: IncidentPrecision = "month",
): CalendarDay | undefined {
  const age = accidentAge(answers, now);
  if (!age) return undefined;
  const { year, month } = age.date ?? dateAfter(now, -age.days);
  return { year, month: precision === "year" ? 1 : month, day: 1 };
}

/** `incident_date` (spec 3.2): YYYY-MM-01, in the one-page survey YYYY-01-01. */
export function incidentDate(
  answers: Answers,
  now: CalendarDay,
  precision: IncidentPrecision = "month",
): string | undefined {
  const first = incidentDay(answers, now, precision);
  return first && formatIso(first);
}

function givenDate({ injury_year, injury_month, injury_day }: Answers): CalendarDay | undefined {
  const year = Number(injury_year ?? 0);
  if (!year || (injury_day && !injury_month)) return undefined;
  const date = { year, month: Number(injury_month || 1), day: Number(injury_day || 1) };
  return isRealDate(date) ? date : undefined;
}

function pressedButton({ accident_date_button }: Answers) {
  const pressed = accident_date_button?.toLowerCase();
  return accidentDateButtons.find((button) => button.value.toLowerCase() === pressed);
}
