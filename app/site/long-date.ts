import { type CalendarDay, formatIso } from "../../machines/rules/dates.ts";
import type { Language } from "../../machines/steps/step.ts";

/** November 21, 2026, or 21 de noviembre de 2026. @param day also as 2026-11-21 */
export function longDate(day: CalendarDay | string, language: Language = "en"): string {
  const iso = typeof day === "string" ? day : formatIso(day);
  return new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(new Date(iso));
}
