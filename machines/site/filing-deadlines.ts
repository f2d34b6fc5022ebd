import { type CalendarDay, daysBetween } from "../rules/dates.ts";
import { limitationYears } from "../rules/limitation-years.ts";

export type StateCode = keyof typeof limitationYears;

/** Years within which a lawsuit has to be filed, and the law that says so. */
export type FilingDeadline = { years: number; law: string };

/**
 * A state's deadlines for claims against another driver. `changed`: the years for an injury were others before a
 * day, and still hold for crashes before it. A death without years is one that we are not sure of: nothing is said about it.
 *
 * They are not `limitationYears`, by which the specification judges leads: that table stays as specified, the site's
 * own (app/site/content/states.yaml) follows the law. A test lists the states where they differ.
 */
export type FilingDeadlines = {
  injury: FilingDeadline;
  death?: FilingDeadline;
  changed?: { since: CalendarDay; before: FilingDeadline };
};

/** True for the two letters of a state, or of D.C. */
export function isStateCode(code: string): code is StateCode {
  return Object.hasOwn(limitationYears, code);
}

/**
 * The deadline that holds for a crash on a day; undefined where we are not sure of it. The deadline after a death
 * usually runs from the day of the death.
 */
export function deadlineFor(
  { injury, death, changed }: FilingDeadlines,
  crash: CalendarDay,
  someoneDied: boolean,
): FilingDeadline | undefined {
  if (someoneDied) return death;
  return changed && daysBetween(crash, changed.since) > 0 ? changed.before : injury;
}
