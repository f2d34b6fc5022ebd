import type * as z from "zod";
import { closest, didYouMean } from "../yaml/closest.ts";
import { keysAt, type YamlFile, yamlIn } from "../yaml/yaml-file.ts";

/** Words that cannot be shown. They stop the start and the build, so this is all that is printed. */
export function wordsFault(faults: readonly string[]): Error {
  const message = `Words have to be mended:\n${faults.map((fault) => `- ${fault}`).join("\n")}`;
  return Object.assign(new Error(message), { stack: message });
}

export type Read<Words> = {
  found: Words;
  /** The file's own words, before any check. */
  given: object;
  /** `services/words/es/questions.yaml line 8 column 3`, for the keys that lead there. */
  place: YamlFile["place"];
};

/**
 * The words in a file's text.
 * @param completed adds what the file may leave out
 * @throws `wordsFault` where it is not as the schema wants it
 */
export function wordsIn<Schema extends z.ZodType>(
  { path, text }: { path: string; text: string },
  schema: Schema,
  completed = (given: object): object => given,
): Read<z.output<Schema>> {
  const yaml = yamlIn(text, path);
  if ("faults" in yaml) throw wordsFault(yaml.faults);
  const { document, place } = yaml;
  const given = document.toJS();
  const checked = schema.safeParse(completed(given), { reportInput: true });
  if (checked.success) return { found: checked.data, given, place };
  throw wordsFault(checked.error.issues.flatMap((issue) => inWords(issue, schema, place)));
}

function inWords(issue: z.core.$ZodIssue, schema: z.ZodType, place: YamlFile["place"]): string[] {
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => unknownKey(place([...issue.path, key]), key, keysAt(schema, issue.path)));
  const isMissing = issue.input === undefined && issue.code !== "custom";
  const name = String(issue.path.at(-1));
  return [`${place(issue.path)}: ${isMissing ? `${name} is missing` : issue.message}`];
}

/** The fault of a name that nothing has, with the one that was probably meant. */
export function unknownKey(place: string, key: string, known: Iterable<string>): string {
  return `${place}: nothing is called ${key} here${didYouMean(closest(key, [...known]))}`;
}
