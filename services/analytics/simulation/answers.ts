import type { Answers } from "../../../machines/answers.ts";
import { parseAnswer } from "../../../machines/fields.ts";
import { type CalendarDay, dateAfter, formatIso } from "../../../machines/rules/dates.ts";
import type { Field, Option, Step } from "../../../machines/steps/step.ts";
import { typed, weightOf } from "./behaviour.ts";
import type { Chance } from "./chance.ts";

/** Accidents and tickets are so many days old where a date is typed. */
const ageDays = 20;

/** What a simulated visitor answers to a question, by the form's own rules. */
export function drawAnswer(step: Step, chance: Chance, today: CalendarDay): Answers {
  const post = step.options?.length
    ? { option: chance.pick<Option>(step.options, weightOf).value }
    : Object.fromEntries((step.fields ?? []).map((field) => [field.name, fill(field, chance, today)]));
  const parsed = parseAnswer(step, post, today);
  if (!parsed.ok) throw new Error(`simulated visitors cannot answer ${step.name}`);
  return parsed.answers;
}

function fill({ kind, options = [], required }: Field, chance: Chance, today: CalendarDay): string {
  const day = dateAfter(today, -ageDays);
  switch (kind) {
    case "select":
      return chance.pick(options, weightOf).value;
    case "date":
      return formatIso(day);
    case "birthDate":
      return formatIso({ ...today, year: today.year - 40 });
    case "year":
    case "month":
    case "day":
      return String(day[kind]);
    default:
      return required === false ? "" : typed[kind]!;
  }
}
