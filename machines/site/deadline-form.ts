import { fullYear, judgeAccidentDate } from "../field-dates.ts";
import { fieldSchemas } from "../field-schemas.ts";
import type { ErrorKey } from "../fields.ts";
import type { CalendarDay } from "../rules/dates.ts";
import { isStateCode, type StateCode } from "./filing-deadlines.ts";

/** What is typed or chosen; the day in three boxes, as a survey asks for it. */
export const deadlineFields = ["state", "month", "day", "year"] as const;
export type DeadlineField = (typeof deadlineFields)[number];
/** What may be ticked: `died` takes another deadline, the others are only pointed out. */
export const deadlineTicks = ["died", "government", "minor"] as const;
export type DeadlineTick = (typeof deadlineTicks)[number];

export type DeadlineValues = { [name in DeadlineField | DeadlineTick]?: string };
export type DeadlineErrors = { [field in DeadlineField]?: ErrorKey };
export type DeadlineQuestion = { state: StateCode; crash: CalendarDay } & Record<DeadlineTick, boolean>;

/**
 * Judges one post of the deadline calculator. Never throws. `values` is what was typed, to be shown again.
 * @param today the day that a crash cannot be later than
 */
export function parseDeadline(
  posted: Record<string, string | undefined>,
  today: CalendarDay,
): { values: DeadlineValues; errors: DeadlineErrors; question?: DeadlineQuestion } {
  const given = (name: string) => (Object.hasOwn(posted, name) && posted[name]) || "";
  const values: DeadlineValues = {};
  for (const name of [...deadlineFields, ...deadlineTicks]) values[name] = given(name);
  const errors: DeadlineErrors = {};
  const state = given("state");
  if (!isStateCode(state)) errors.state = "choose";
  const part = (name: "month" | "day" | "year") => {
    const parsed = fieldSchemas[name].safeParse(name === "year" ? fullYear(given(name), today) : given(name));
    if (!parsed.success) errors[name] = parsed.error.issues[0]?.message as ErrorKey;
    return parsed.data ?? "";
  };
  const [month, day, year] = [part("month"), part("day"), part("year")];
  if (month && day && year) {
    const judged = judgeAccidentDate({ injury_year: year, injury_month: month, injury_day: day }, today);
    const { injury_year, injury_month, injury_day } = judged;
    const found = { month: injury_month, day: injury_day, year: injury_year };
    for (const name of ["month", "day", "year"] as const) if (found[name]) errors[name] = found[name];
  }
  if (!isStateCode(state) || Object.keys(errors).length > 0) return { values, errors };
  const crash = { year: Number(year), month: Number(month), day: Number(day) };
  const [died, government, minor] = deadlineTicks.map((name) => given(name) !== "") as [
    boolean,
    boolean,
    boolean,
  ];
  return { values, errors, question: { state, crash, died, government, minor } };
}
