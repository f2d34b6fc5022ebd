import type { Answers } from "../../../machines/answers.ts";
import type { CallOutputs } from "../../../machines/calls.ts";
import type { FieldKind } from "../../../machines/fields.ts";
import { type CalendarDay, dateAfter } from "../../../machines/rules/dates.ts";
import { everyCall, outcomesOf } from "../../../machines/simulator/outcome-cases.ts";
import type { Field, Step } from "../../../machines/steps/step.ts";

/** The visitor's day in these tests. */
export const today: CalendarDay = { year: 2025, month: 6, day: 15 };

const typed: Record<Exclude<FieldKind, "select">, string> = {
  name: "Ana",
  email: "ana@example.com",
  phone: "(213) 555-0123",
  zip: "90210",
  month: "05",
  day: "20",
  year: "2025",
  date: "2025-05-20",
  birthDate: "1980-02-29",
  text: "Some firm",
  description: "A truck hit my car from behind at a red light.",
};

/** An answer to a step: what is recorded by the option chosen, or by all fields filled in plainly. */
export function answerTo(step: Step, choice?: string): Answers {
  if (!step.options?.length) return Object.assign({}, ...(step.fields ?? []).map(filled));
  const wanted = choice ?? step.options[0]!.value;
  const option = step.options.find(({ value }) => value === wanted);
  if (!option) throw new Error(`${step.name} has no option ${wanted}`);
  return option.records;
}

function filled({ name, kind, options }: Field): Answers {
  return kind === "select" ? options![0]!.records : { [name]: typed[kind] };
}

/** An accident on the day so many days before today. */
export function daysAgo(days: number): Answers {
  return on(dateAfter(today, -days));
}

export function on({ year, month, day }: CalendarDay): Answers {
  return { injury_year: String(year), injury_month: String(month), injury_day: String(day) };
}

/** Every service at its best: the first of what it may answer. */
export const goodOutcomes = Object.fromEntries(
  everyCall.map((call) => [call, (outcomesOf(call)[0] as { output: unknown }).output]),
) as CallOutputs;
