import { isPersonal } from "../../../machines/context/personal.ts";
import { title } from "../../../machines/graph/words.ts";
import type { Answers } from "../../../machines/rules/answers.ts";
import { steps } from "../../../machines/steps/index.ts";
import type { Option, Step } from "../../../machines/steps/step.ts";
import type { ReturnReason } from "../../store/rows.ts";

/** A field of the record that a question with fixed answers records. */
type Asked = { heading: string; values: ReadonlyMap<string, string> };

let known: ReadonlyMap<string, Asked> | undefined;

type Choice = { heading: string; records: [field: string, value: string][]; words: string };

/** All fixed answers to all questions, in English. What says who somebody is is none of what they record. */
function choices(): Choice[] {
  const all: Choice[] = [];
  const add = (heading: string, { records }: Option, words = "") => {
    const said = Object.entries(records as Answers).filter(
      ([name, value]) => value !== "" && !isPersonal(name),
    );
    all.push({ heading, records: said, words });
  };
  for (const { options = [], fields = [], wording } of Object.values(steps) as Step[]) {
    const { heading, options: words, fields: ofFields } = wording.en;
    for (const option of options) add(heading, option, words?.[option.value]);
    for (const { name, options: own = [] } of fields)
      for (const option of own)
        add(ofFields?.[name]?.label ?? heading, option, ofFields?.[name]?.options?.[option.value]);
  }
  return all;
}

/** The fields that questions record, each in the words of the question that asks for nothing else, if there is one. */
function asked(): ReadonlyMap<string, Asked> {
  if (known) return known;
  const all = new Map<string, { heading: string; values: Map<string, string> }>();
  const [single, several] = [(count: number) => count === 1, (count: number) => count > 1];
  for (const isMeant of [single, several])
    for (const { heading, records, words } of choices().filter((each) => isMeant(each.records.length)))
      for (const [field, value] of records) {
        const its = all.get(field) ?? { heading, values: new Map() };
        const small = value.toLowerCase();
        // An answer that says two things is no answer to a question about one of them.
        if (!its.values.has(small)) its.values.set(small, (isMeant === single && words) || title(value));
        all.set(field, its);
      }
  known = all;
  return all;
}

/** A question and an answer in English words: `Do you have a lawyer for this accident?`, `No`. */
export function inWords(field: string, value: string): { question: string; answer: string } {
  const its = asked().get(field);
  return { question: its?.heading ?? title(field), answer: its?.values.get(value) ?? title(value) };
}

/**
 * The fixed answers of a record, by their fields and in small letters: as the visitor gave them, not as a rule has changed
 * them. Nothing that somebody typed is among them.
 */
export function fixedAnswers(record: Record<string, unknown>): Map<string, string> {
  const answers = new Map<string, string>();
  for (const [field, { values }] of asked()) {
    const said = String(record[`raw_${field}`] || (record[field] ?? "")).toLowerCase();
    if (values.has(said)) answers.set(field, said);
  }
  return answers;
}

/** The answers that a reason for a return is about. */
const about: Partial<Record<ReturnReason, readonly string[]>> = {
  has_lawyer: ["with_Lawyer"],
  at_fault: ["at_Fault", "partial_fault"],
  no_injury: ["physical_injury"],
  no_treatment: ["doctor_treatment"],
  too_old: ["accident_date_button"],
};

/** What a lead answered to the questions that a reason is about: sentences. */
export function answersAbout(reason: ReturnReason | null, record: Record<string, unknown>): string[] {
  const answers = fixedAnswers(record);
  const said = (reason === null ? [] : (about[reason] ?? [])).flatMap((field) => {
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
