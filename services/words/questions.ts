import * as z from "zod";
import { steps } from "../../machines/steps/index.ts";
import { ownQuestions } from "../../machines/steps/own-questions.ts";
import type { Step } from "../../machines/steps/step.ts";
import { readInEach } from "./folders.ts";
import { allLanguages, inEach, mainLanguage } from "./languages.ts";
import { entriesOf, inFull, saidOf } from "./layers.ts";
import { type Read, unknownKey, wordsFault } from "./read.ts";

const text = z.string().regex(/^[^{}<>]+$/, "this has to be a text without braces and markup");
const texts = z.record(z.string(), text);
const field = z
  .strictObject({
    label: text,
    hint: text,
    /** Asks for the answer that is missing, as a person would: "Enter your first name." */
    missing: text,
    /** How other errors call the field within a sentence: "your first name". */
    called: text,
    /** The three boxes of a date, in their order. */
    boxes: z.tuple([text, text, text]),
    /** By the option's value. */
    options: texts,
  })
  .partial();
const entry = z
  .strictObject({
    heading: text,
    subHeading: text,
    options: texts,
    fields: z.record(z.string(), field),
    /** On the button that sends the fields, or leaves a screen that asks nothing. */
    submit: text,
    /** Where a screen that ends the survey leads to, by the names in its step. */
    links: z.record(z.string(), z.strictObject({ text: text.optional(), label: text, url: text })),
    /** Heading of each group of fields, by its name. */
    groups: texts,
  })
  .partial();

/** A question's words in one language, or where they differ from those under them. */
export type Entry = z.output<typeof entry>;

const file = z.strictObject({
  /** On buttons, of answers and of fields, where a question says nothing else. */
  submit: text,
  answers: texts,
  fields: z.record(z.string(), field),
  /** Names of states that differ from the English ones, by their codes. */
  states: texts.default({}),
  questions: z.record(z.string(), entry),
});

export type QuestionFile = z.output<typeof file>;

const asked: Step[] = [...Object.values(steps), ...Object.values(ownQuestions)];
/** Every entry that there may be: a question's own, those under it, and one for each of its names. */
const names = new Set(asked.flatMap(entriesOf));

/** The words of every language, by the name of its folder. */
export const questionFiles: Readonly<Record<string, QuestionFile>> = read();

function read(): Record<string, QuestionFile> {
  const files = readInEach((language) => `${language}/questions.yaml`, file);
  const faults = allLanguages.flatMap((language) => faultsIn(files[language]!, files[mainLanguage]!));
  if (faults.length > 0) throw wordsFault([...new Set(faults)]);
  return inEach((language) => files[language]!.found);
}

/** What a file lacks, and what in it nothing asks for. @param first says which sub-headings and hints there are */
function faultsIn({ found, place }: Read<QuestionFile>, first: Read<QuestionFile>): string[] {
  const at = (...path: string[]) => place(["questions", ...path]);
  const unknown = Object.entries(found.questions).flatMap(([name, words]) => {
    if (!names.has(name)) return unknownKey(at(name), name, names);
    const steps = asked.filter((step) => entriesOf(step).includes(name));
    return Object.entries(knownIn(steps)).flatMap(([part, known]) =>
      Object.keys(words[part as keyof Entry] ?? {})
        .filter((key) => !known.includes(key))
        .map((key) => unknownKey(at(name, part, key), key, known)),
    );
  });
  return [...unknown, ...asked.flatMap((step) => missingIn(step, found, at, first.found))];
}

/** What the words of these steps may speak of. */
function knownIn(steps: readonly Step[]): Record<"options" | "fields" | "groups" | "links", string[]> {
  const fields = steps.flatMap((step) => step.fields ?? []);
  return {
    options: steps.flatMap(({ options = [] }) => options.map(({ value }) => value)),
    fields: fields.map(({ name }) => name),
    groups: fields.flatMap(({ opens = [] }) => opens),
    links: steps.flatMap(({ links = {} }) => Object.keys(links)),
  };
}

function missingIn(
  step: Step,
  file: QuestionFile,
  at: (...path: string[]) => string,
  first: QuestionFile,
): string[] {
  const words = inFull(step, file);
  const other = inFull(step, first);
  const name = entriesOf(step).findLast((each) => file.questions[each]) ?? step.words.at(-1)!;
  const missing = (isThere: unknown, ...path: string[]) =>
    isThere ? [] : [`${at(name, ...path)}: ${path.join(".")} of ${name} is missing`];
  const alike = (one: unknown, another: unknown, ...path: string[]) =>
    Boolean(one) === Boolean(another)
      ? []
      : [`${at(name, ...path)}: ${path.join(".")} of ${name} is in one language and not in the other`];
  const { fields = [], options = [] } = step;
  const groups = fields.flatMap(({ opens = [] }) => opens);
  return [
    ...missing(words.heading, "heading"),
    ...alike(words.subHeading, other.subHeading, "subHeading"),
    ...options.flatMap(({ value }) => missing(words.options?.[value], "options", value)),
    ...groups.flatMap((group) => missing(words.groups?.[group], "groups", group)),
    ...Object.keys(step.links ?? {}).flatMap((link) =>
      missing(saidOf(step, file).links?.[link], "links", link),
    ),
    ...fields.flatMap(({ name: field, required = true, options: choices = [] }) => {
      const said = words.fields?.[field];
      return [
        ...missing(said?.label, "fields", field, "label"),
        ...missing(said?.missing || !required, "fields", field, "missing"),
        ...alike(said?.hint, other.fields?.[field]?.hint, "fields", field, "hint"),
        ...choices.flatMap(({ value }) => missing(said?.options?.[value], "fields", field, "options", value)),
      ];
    }),
  ];
}
