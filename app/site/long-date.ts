import type { Language } from "../../machines/steps/step.ts";

/** A day written out: 2026-11-21 as "November 21, 2026" or "21 de noviembre de 2026". */
export function longDate(day: string, language: Language): string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" });
  return format.format(new Date(day));
}
