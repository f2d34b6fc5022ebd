import type { Language } from "../../machines/steps/step.ts";
import type { TimeSpan } from "../../services/settings/kinds.ts";

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
