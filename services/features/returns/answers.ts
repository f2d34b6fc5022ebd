import type { ReturnReason } from "../../store/rows.ts";
import { askedFields, inWords } from "../../words/asked.ts";
import { grounds } from "../books/claims.ts";

/**
 * The fixed answers of a record, by their fields and in small letters: as the visitor gave them, not as a rule has changed
 * them. Nothing that somebody typed is among them.
 */
export function fixedAnswers(record: Record<string, unknown>): Map<string, string> {
  const answers = new Map<string, string>();
  for (const [field, { values }] of askedFields()) {
    const said = String(record[`raw_${field}`] || (record[field] ?? "")).toLowerCase();
    if (values.has(said)) answers.set(field, said);
  }
  return answers;
}

/** What a lead answered to the questions that a reason is about: sentences. */
export function answersAbout(reason: ReturnReason | null, record: Record<string, unknown>): string[] {
  const answers = fixedAnswers(record);
  const ground = reason === null ? undefined : grounds[reason];
  const fields = typeof ground === "object" ? ground.fields : [];
  const asked = reason === "too_old" ? ["accident_date_button"] : fields;
  const said = asked.flatMap((field) => {
    const value = answers.get(field);
    if (value === undefined) return [];
    const { question, answer } = inWords(field, value);
    return [`${question} ${answer}`];
  });
  const fact = (name: string) => (typeof record[name] === "string" ? (record[name] as string) : "");
  if (reason === "too_old" && fact("incident_date"))
    said.push(`Its accident was on ${fact("incident_date")}`);
  if (reason === "out_of_state" && fact("state")) said.push(`It is in ${fact("state")}`);
  return said;
}
