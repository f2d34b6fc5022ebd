import { isPersonal } from "../../machines/context/personal.ts";
import { title } from "../../machines/graph/words.ts";
import type { Answers } from "../../machines/rules/answers.ts";
import { steps } from "../../machines/steps/index.ts";
import type { Option, Step } from "../../machines/steps/step.ts";
import { wordsOfStep } from "./index.ts";

/** A field of the record that a question with fixed answers records. `values`: their words, by the values in small letters. */
type Asked = {
  heading: string;
  values: ReadonlyMap<string, string>;
  written: readonly string[];
};

let known: ReadonlyMap<string, Asked> | undefined;

type Choice = { heading: string; records: [field: string, value: string][]; words: string };

/** All fixed answers to all questions, in the console's words. What says who somebody is is none of what they record. */
function choices(): Choice[] {
  const all: Choice[] = [];
  const add = (heading: string, { records }: Option, words = "") => {
    const said = Object.entries(records as Answers).filter(
      ([name, value]) => value !== "" && !isPersonal(name),
    );
    all.push({ heading, records: said, words });
  };
  for (const step of Object.values(steps) as Step[]) {
    const { options = [], fields = [] } = step;
    const { heading, options: words, fields: ofFields } = wordsOfStep(step);
    for (const option of options) add(heading, option, words?.[option.value]);
    for (const { name, options: own = [] } of fields)
      for (const option of own)
        add(ofFields?.[name]?.label ?? heading, option, ofFields?.[name]?.options?.[option.value]);
  }
  return all;
}

/** The fields that questions with fixed answers record, each in the words of the question that asks for nothing else, if there is one. */
export function askedFields(): ReadonlyMap<string, Asked> {
  if (known) return known;
  const all = new Map<string, { heading: string; values: Map<string, string>; written: string[] }>();
  const [single, several] = [(count: number) => count === 1, (count: number) => count > 1];
  for (const isMeant of [single, several])
    for (const { heading, records, words } of choices().filter((each) => isMeant(each.records.length)))
      for (const [field, value] of records) {
        const its = all.get(field) ?? { heading, values: new Map<string, string>(), written: [] as string[] };
        const small = value.toLowerCase();
        // An answer that says two things is no answer to a question about one of them.
        if (!its.values.has(small)) {
          its.values.set(small, (isMeant === single && words) || title(value));
          its.written.push(value);
        }
        all.set(field, its);
      }
  known = all;
  return all;
}

/** A question and an answer in the console's words: `Do you have a lawyer for this accident?`, `No`. */
export function inWords(field: string, value: string): { question: string; answer: string } {
  const its = askedFields().get(field);
  return {
    question: its?.heading ?? title(field),
    answer: its?.values.get(value.toLowerCase()) ?? title(value),
  };
}
