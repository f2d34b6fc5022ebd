import { type CalendarDay, formatIso } from "../../machines/rules/dates.ts";
import type { Language } from "../../machines/steps/step.ts";
import type { TimeSpan } from "../../services/settings/kinds.ts";
import { languageFacts, mainLanguage } from "../../services/words/languages.ts";
import { fill } from "./content/markdown.ts";

/** November 21, 2026, or 21 de noviembre de 2026. @param day also as 2026-11-21 */
export function longDate(day: CalendarDay | string, language: Language = mainLanguage): string {
  const iso = typeof day === "string" ? day : formatIso(day);
  return new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(new Date(iso));
}

/** `1 day`, `30 días`. @param written the count in digits, where these are grouped */
export function daysInWords(count: number, language: Language, written?: string): string {
  return inForm(languageFacts(language).counted.day, count, language, written);
}

/** `one business day`, `2 horas`. */
export function timeSpanInWords({ count, unit }: TimeSpan, language: Language): string {
  return inForm(languageFacts(language).units[unit], count, language);
}

/** An amount, by the plural forms that a language has. */
export function inForm(
  forms: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string },
  count: number,
  language: Language,
  written = String(count),
): string {
  const form = new Intl.PluralRules(language).select(count);
  return fill(forms[form] ?? forms.other, { count: written });
}
