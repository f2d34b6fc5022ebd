import type { Answers } from "../../../machines/rules/answers.ts";
import type { Language } from "../../../machines/steps/step.ts";
import type { LocalizedStep } from "./page-data.ts";
import { chosenOption } from "./so-far.ts";

/** An answer in the words in which it was given: a line for each field, one for the parts of a name or a date together. */
export function inWordsOf(
  { options, fields }: LocalizedStep,
  answers: Answers,
  language: Language,
): string[] {
  const chosen = chosenOption(options, answers)?.label;
  if (chosen) return [chosen];
  const [year, month, day] = ["year", "month", "day"].map((part) => {
    const field = fields.find(({ kind }) => kind === part);
    return field && answers[field.name];
  });
  const lines: string[] = [];
  let before = "";
  for (const { name, kind, options: choices = [] } of fields) {
    const text = chosenOption(choices, answers)?.label ?? answers[name];
    if (!text) continue;
    const isPart = /^(year|month|day)$/.test(kind) && year && month;
    if (isPart && kind === "month") lines.push(dayInWords(language, year, month, day));
    else if (kind === "name" && before === "name") lines.push(`${lines.pop()} ${text}`);
    else if (!isPart) lines.push(text);
    before = kind;
  }
  return lines;
}

/** October 30, 2026, or October 2026. */
function dayInWords(language: Language, year: string, month: string, day: string | undefined): string {
  const parts = {
    year: "numeric",
    month: "long",
    day: day ? "numeric" : undefined,
    timeZone: "UTC",
  } as const;
  return new Intl.DateTimeFormat(language, parts).format(Date.UTC(+year, +month - 1, +(day || 1)));
}
