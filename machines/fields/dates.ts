import type { Answers } from "../rules/answers.ts";
import { type CalendarDay, daysBetween, isRealDate } from "../rules/dates.ts";
import { EARLIEST_YEAR } from "../rules/limits.ts";
import type { AnswerErrors, ErrorKey } from "./parse-answer.ts";

const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;
const US = /^(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4})$/;

/** A typed day, as YYYY-MM-DD (what a date input posts) or month, day, year; undefined for an impossible one. */
export function typedDay(text: string): CalendarDay | undefined {
  const [, year, month, day] = ISO.exec(text) ?? [];
  const [, usMonth, usDay, usYear] = US.exec(text) ?? [];
  const typed = { year: Number(year ?? usYear), month: Number(month ?? usMonth), day: Number(day ?? usDay) };
  return isRealDate(typed) && typed.year >= EARLIEST_YEAR ? typed : undefined;
}

/** Two digits mean a year this many years back at most: an accident's, and not a slip of the finger. */
const SHORT_YEAR_REACH = 30;

/** The year meant by its last two digits ("24" is 2024), where it is a recent one (ruling 226); else the typed text. */
export function fullYear(typed: string, { year }: CalendarDay): string {
  if (!/^\d\d$/.test(typed.trim())) return typed;
  const yearsAgo = (year - Number(typed)) % 100;
  return yearsAgo <= SHORT_YEAR_REACH ? String(year - yearsAgo) : typed;
}

/** What is wrong with a recorded date: none may be in the future, and a date of birth must be in the past. */
export function judgeDay(kind: "date" | "birthDate", recorded: string, today: CalendarDay): ErrorKey | null {
  const past = daysBetween(typedDay(recorded)!, today);
  if (kind === "birthDate") return past > 0 ? null : "birthDate";
  return past >= 0 ? null : "futureDate";
}

/**
 * Errors of an accident date, of all its parts at once. The one-page survey asks only the year and the multi-step
 * survey month and year (spec 5.2, 5.3); parts that were not asked, or are impossible numbers, are not judged.
 */
export function judgeAccidentDate(answers: Answers, today: CalendarDay): AnswerErrors {
  const { injury_year, injury_month, injury_day } = answers;
  if (!injury_year) return {};
  const date = { year: Number(injury_year), month: Number(injury_month ?? 1), day: Number(injury_day ?? 1) };
  const errors: AnswerErrors = {};
  if (!isRealDate(date)) errors.injury_day = "noSuchDay";
  if (date.year > today.year) errors.injury_year = "futureYear";
  else if (date.year === today.year && date.month > today.month) errors.injury_month = "futureMonth";
  else if (isRealDate(date) && daysBetween(date, today) < 0) errors.injury_day = "futureDate";
  return errors;
}
