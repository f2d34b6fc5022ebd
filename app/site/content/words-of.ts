import { join } from "node:path";
import { z } from "zod";
import type { Language } from "../../../machines/steps/step.ts";
import { fileOfWords, readInEach } from "../../../services/words/folders.ts";
import { inEach, mainLanguage } from "../../../services/words/languages.ts";
import { plain, readLine } from "./markdown.ts";
import { links, wordsFault, wordsIn } from "./read.ts";

/** A text that may say some facts, each in braces. */
export const textWith = (...facts: string[]) =>
  z.string().superRefine((words, context) => {
    const fault = (_near: string, message: string) => context.addIssue({ code: "custom", message });
    plain(words, { facts: new Set(facts), fault, link: () => {} });
    if (/[<>]|&#?\w+;/.test(words)) fault(words, "a text has no markup here");
  });

export const text = textWith();

/** The same, with emphasis and links as the articles' Markdown has them; `Prose` shows it. */
export const proseWith = (...facts: string[]) =>
  z.string().transform((words, context) => {
    const fault = (_near: string, message: string) => context.addIssue({ code: "custom", message });
    return readLine(words, { facts: new Set(facts), fault, link: () => {} });
  });

export const list = z.array(text).min(1);
export const titled = { title: text };

/** The same kind of words for each of some keys. */
export function inKeys<Key extends string, Kind>(keys: readonly Key[], kind: Kind): Record<Key, Kind> {
  return Object.fromEntries(keys.map((key) => [key, kind])) as Record<Key, Kind>;
}

/**
 * The words of a page in each language, which say the same point by point.
 * @param unlike names of lists that differ, because not all pages are there in every language
 */
export function wordsOf<Shape extends z.ZodType>(
  page: string,
  shape: Shape,
  unlike: readonly string[] = [],
): Record<Language, z.output<Shape>> {
  return inEachFile((language) => `${language}/site/${page}.yaml`, shape, unlike);
}

/** The words that a feature has in its folder. */
export function featureWords<Shape extends z.ZodType>(
  feature: string,
  shape: Shape,
): Record<Language, z.output<Shape>> {
  return inEachFile((language) => `../../app/features/${feature}/words/${language}.yaml`, shape, []);
}

/** The words of pages of the site that are there in the main language alone. */
export function mainWordsOf<Shape extends z.ZodType>(page: string, shape: Shape): z.output<Shape> {
  return inMainFile(`${mainLanguage}/site/${page}.yaml`, shape);
}

/** The words that a feature has in its folder for such pages. */
export function mainFeatureWords<Shape extends z.ZodType>(
  feature: string,
  page: string,
  shape: Shape,
): z.output<Shape> {
  return inMainFile(`../../app/features/${feature}/words/${mainLanguage}/${page}.yaml`, shape);
}

function inMainFile<Shape extends z.ZodType>(path: string, shape: Shape): z.output<Shape> {
  const file = fileOfWords(path);
  if (!file) throw wordsFault([`${join("services/words", path)} is missing`]);
  const { found, place } = wordsIn(file, shape);
  noteLinks(found, place, []);
  return found;
}

function inEachFile<Shape extends z.ZodType>(
  pathOf: (language: Language) => string,
  shape: Shape,
  unlike: readonly string[],
): Record<Language, z.output<Shape>> {
  const files = readInEach(pathOf, shape, unlike);
  for (const { found, place } of new Set(Object.values(files))) noteLinks(found, place, []);
  return inEach((language) => files[language]!.found);
}

/** Where words lead to: an address of their own, or a link in a line of Markdown. */
function noteLinks(found: unknown, place: (path: PropertyKey[]) => string, at: PropertyKey[]): void {
  if (typeof found === "string" && (at.at(-1) === "url" || at.at(-1) === "href"))
    links.push({ place: place(at), href: found });
  if (isGroup(found)) for (const [name, inner] of entriesOf(found)) noteLinks(inner, place, [...at, name]);
}

const isGroup = (value: unknown): value is Record<PropertyKey, unknown> =>
  typeof value === "object" && value !== null;

const entriesOf = (group: Record<PropertyKey, unknown>): [PropertyKey, unknown][] =>
  Object.entries(group).map(([name, inner]) => [Array.isArray(group) ? Number(name) : name, inner]);
