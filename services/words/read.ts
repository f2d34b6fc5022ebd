import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import type * as z from "zod";
import { closest, didYouMean } from "../yaml/closest.ts";
import { keysAt, type YamlFile, yamlIn } from "../yaml/yaml-file.ts";

/** Words that cannot be shown. They stop the start and the build, so this is all that is printed. */
export function wordsFault(faults: readonly string[]): Error {
  const message = `Words have to be mended:\n${faults.map((fault) => `- ${fault}`).join("\n")}`;
  return Object.assign(new Error(message), { stack: message });
}

/** The folders beside this file, one for each language: what a survey can be shown in. */
export function languageFolders(): string[] {
  const entries = readdirSync(import.meta.dirname, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

export type Read<Words> = {
  found: Words;
  /** `services/words/es/questions.yaml line 8 column 3`, for the keys that lead there. */
  place: YamlFile["place"];
};

/** A file of a language's folder. @throws `wordsFault` where it is not as the schema wants it */
export function readWords<Schema extends z.ZodType>(file: string, schema: Schema): Read<z.output<Schema>> {
  const path = join(import.meta.dirname, file);
  const yaml = yamlIn(readFileSync(path, "utf8"), relative(process.cwd(), path));
  if ("faults" in yaml) throw wordsFault(yaml.faults);
  const { document, place } = yaml;
  const checked = schema.safeParse(document.toJS(), { reportInput: true });
  if (checked.success) return { found: checked.data, place };
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
