import { type CalendarDay, dateAfter, formatIso } from "../../../machines/rules/dates.ts";
import type { Field, Option, Step } from "../../../machines/steps/step.ts";
import { typed, weightOf } from "./behaviour.ts";
import type { Chance } from "./chance.ts";

/** Accidents and tickets are so many days old where a date is typed. */
const ageDays = 20;

/** The form of a question as a simulated visitor fills it in. */
export function drawFields(step: Step, chance: Chance, today: CalendarDay): Record<string, string> {
  return step.options?.length
    ? { option: chance.pick<Option>(step.options, weightOf).value }
    : Object.fromEntries((step.fields ?? []).map((field) => [field.name, fill(field, chance, today)]));
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
