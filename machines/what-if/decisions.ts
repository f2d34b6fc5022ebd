import { type AnswerField, answerFields } from "../answers.ts";
import { today as dayAt, formatIso } from "../rules/dates.ts";
import type { AskedGuard } from "../simulator/traced.ts";
import type { Given } from "./given.ts";

/** Where a value that decides is on record: in the answer to a step; of '' the day on which the visit began. */
type Source = { step: string; field: AnswerField | "today" };

/**
 * What decided where a visit goes on: a guard that read some of its answers, or the day from which days are tried. The
 * same values have the same outcome, whatever else the visit is.
 */
export type Decision = { name: string; sources: Source[]; outcome: string };

/** The questions so far, and those of them that the recording has no answer to. */
type Asked = { asked: readonly string[]; unanswered: readonly string[] };

/**
 * The decision that a guard made: undefined where it read nothing that other visits on this way may have otherwise, null
 * where it cannot be said what it read.
 */
export function decisionOf(
  { name, holds, read }: AskedGuard,
  so: Asked,
  given: Given,
): Decision | undefined | null {
  const sources: Source[] = [];
  const fixed: string[] = [];
  for (const { path, value } of read) {
    const [head = "", field = ""] = path.replace(/^event\.(?=answers|today)/, "").split(".");
    if (head === "" || head === "event.answers" || head === "tracking") return null;
    if (head === "today") sources.push(dayOf(so, given));
    else if (head !== "answers") fixed.push(`${path}=${value}`);
    else if (!isField(field)) return null;
    else {
      const step = so.asked.findLast(
        (each) => so.unanswered.includes(each) || isAnswered(given, each, field),
      );
      // Tried answers, and those that were never given, are the same on this way for all.
      if (!step || so.unanswered.includes(step)) fixed.push(`${path}=${value}`);
      else {
        sources.push({ step, field });
        fixed.push(path);
      }
    }
  }
  if (sources.length === 0) return undefined;
  return { name: `${name} ${fixed.join()}`, sources, outcome: String(holds) };
}

/** That days are tried, counted from a visit's own. */
export function tryingDays(so: Asked, given: Given): Decision {
  const source = dayOf(so, given);
  return { name: "today", sources: [source], outcome: recordedAt(source, given) };
}

function dayOf({ asked, unanswered }: Asked, given: Given): Source {
  const hasDay = (step: string) => !unanswered.includes(step) && given.answers.get(step)?.today !== undefined;
  return { step: asked.findLast(hasDay) ?? "", field: "today" };
}

function isField(name: string): name is AnswerField {
  return (answerFields as readonly string[]).includes(name);
}

function isAnswered({ answers }: Given, step: string, field: AnswerField): boolean {
  return answers.get(step)?.answers[field] !== undefined;
}

/** All that a visit has at these sources, as text. */
export function valuesAt(sources: readonly Source[], given: Given): string {
  let values = "";
  for (const source of sources) values += `${recordedAt(source, given)}\n`;
  return values;
}

function recordedAt({ step, field }: Source, { answers, startedAt }: Given): string {
  if (field !== "today") return JSON.stringify(answers.get(step)?.answers[field] ?? null);
  return formatIso(answers.get(step)?.today ?? dayAt(startedAt, "UTC", "UTC"));
}
