import { type CalendarDay, formatIso } from "../../machines/rules/dates.ts";
import type { Language } from "../../machines/steps/step.ts";
import type { TimeSpan } from "../../services/settings/kinds.ts";

/** November 21, 2026, or 21 de noviembre de 2026. @param day also as 2026-11-21 */
export function longDate(day: CalendarDay | string, language: Language = "en"): string {
  const iso = typeof day === "string" ? day : formatIso(day);
  return new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(new Date(iso));
}

const units: Record<Language, Record<TimeSpan["unit"], readonly [one: string, more: string]>> = {
  en: {
    minute: ["one minute", "minutes"],
    hour: ["one hour", "hours"],
    day: ["one day", "days"],
    "business day": ["one business day", "business days"],
  },
  es: {
    minute: ["un minuto", "minutos"],
    hour: ["una hora", "horas"],
    day: ["un día", "días"],
    "business day": ["un día hábil", "días hábiles"],
  },
};

/** `one business day`, `2 horas`. */
export function timeSpanInWords({ count, unit }: TimeSpan, language: Language): string {
  const [one, more] = units[language][unit];
  return count === 1 ? one : `${count} ${more}`;
}
