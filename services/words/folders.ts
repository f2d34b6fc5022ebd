import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import type * as z from "zod";
import type { Language } from "../../machines/steps/step.ts";
import { draftLanguages, inEach, mainLanguage } from "./languages.ts";
import { over } from "./over.ts";
import { type Read, wordsFault, wordsIn } from "./read.ts";

/** Where words lead to, and the place that says so. */
export const links: { place: string; href: string }[] = [];

/** A text of the project's by its path from this folder, and its name as faults say it; undefined where there is none. */
export function fileOfWords(file: string): { path: string; text: string } | undefined {
  const whole = join(import.meta.dirname, file);
  if (!existsSync(whole)) return undefined;
  return { path: relative(process.cwd(), whole), text: readFileSync(whole, "utf8") };
}

/** What a file says in the main language, from its path by the language's name: enough for pages that no other has. */
export function readInMain<Schema extends z.ZodType>(
  pathOf: (language: Language) => string,
  schema: Schema,
): Read<z.output<Schema>> {
  const file = fileOfWords(pathOf(mainLanguage));
  if (!file) throw wordsFault([`${join("services/words", pathOf(mainLanguage))} is missing`]);
  const read = wordsIn(file, schema);
  noteLinks(read);
  return read;
}

/**
 * What a file says in each language, from its path by the language's name. All say the same points: what a draft leaves out is
 * said in the main language.
 * @param unlike names of lists that differ, because not all pages are there in every language
 * @throws `wordsFault` where a file is not as the schema wants it, or a list has more or fewer points than the main one's
 */
export function readInEach<Schema extends z.ZodType>(
  pathOf: (language: Language) => string,
  schema: Schema,
  unlike: readonly string[] = [],
): Record<Language, Read<z.output<Schema>>> {
  const first = readInMain(pathOf, schema);
  return inEach((language) => {
    if (language === mainLanguage) return first;
    const file = fileOfWords(pathOf(language));
    const isDraft = draftLanguages.includes(language);
    if (!file && isDraft) return first;
    if (!file) throw wordsFault([`services/words/${pathOf(language)} is missing`]);
    const read = wordsIn(file, schema, isDraft ? (given) => over(first.given, given) : undefined);
    sameLists(first, read, unlike);
    noteLinks(read);
    return read;
  });
}

function sameLists(one: Read<unknown>, other: Read<unknown>, unlike: readonly string[]): void {
  const compare = (here: unknown, there: unknown, at: PropertyKey[]): void => {
    if (!isGroup(here) || !isGroup(there) || unlike.includes(String(at.at(-1)))) return;
    if (Array.isArray(here) && here.length !== there.length)
      throw wordsFault([`${other.place(at)}: ${one.place(at)} has ${here.length} of these`]);
    for (const [key, inner] of Object.entries(here))
      compare(inner, there[key], [...at, Array.isArray(here) ? Number(key) : key]);
  };
  compare(one.found, other.found, []);
}

/** Addresses of their own (`url`), and those of links in a line of Markdown. */
function noteLinks({ found, place }: Read<unknown>): void {
  const note = (words: unknown, at: PropertyKey[]) => {
    if (typeof words === "string" && ["url", "href"].includes(String(at.at(-1))))
      links.push({ place: place(at), href: words });
    if (isGroup(words))
      for (const [key, inner] of Object.entries(words))
        note(inner, [...at, Array.isArray(words) ? Number(key) : key]);
  };
  note(found, []);
}

const isGroup = (value: unknown): value is Record<PropertyKey, unknown> =>
  typeof value === "object" && value !== null;
