import { type CalendarDay, today } from "../../machines/rules/dates.ts";
import { quarterMs } from "../calendar/days.ts";
import { remembering } from "../observe/remembering.ts";

const remember = remembering<CalendarDay>(1_000);

/** The day of somebody in a time zone, as `today` has it; each quarter hour of a zone is computed once. */
export function visitorsToday(...[at, timeZone, fallback]: Parameters<typeof today>): CalendarDay {
  const key = `${fallback} ${Math.floor(at / quarterMs)} ${timeZone}`;
  return remember(key, () => today(at, timeZone, fallback));
}
