import { type CalendarDay, formatIso } from "../../machines/rules/dates.ts";

/** November 21, 2026. @param day also as 2026-11-21 */
export function longDate(day: CalendarDay | string): string {
  const iso = typeof day === "string" ? day : formatIso(day);
  return new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" }).format(new Date(iso));
}
