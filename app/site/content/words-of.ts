import { z } from "zod";
import { type Language, languages } from "../../../machines/steps/step.ts";
import { plain } from "./markdown.ts";
import { contentFile, inEach, links, wordsFault, wordsIn } from "./read.ts";

/** A text that may say some facts, each in braces. */
export const textWith = (...facts: string[]) =>
  z.string().superRefine((words, context) => {
    const fault = (_near: string, message: string) => context.addIssue({ code: "custom", message });
    plain(words, { facts: new Set(facts), fault, link: () => {} });
    if (/[<>]|&#?\w+;/.test(words)) fault(words, "a text has no markup here");
  });

export const text = textWith();
export const list = z.array(text).min(1);
export const titled = { title: text };

const form = textWith("count").optional();

/** `{count}` of something, by the plural forms that the language has. */
export const counted = z.strictObject({
  zero: form,
  one: form,
  two: form,
  few: form,
  many: form,
  other: textWith("count"),
});

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
  return inEachFile((language) => `${language}/${page}.yaml`, shape, unlike);
}

/** The words that a feature has in its folder. */
export function featureWords<Shape extends z.ZodType>(
  feature: string,
  shape: Shape,
): Record<Language, z.output<Shape>> {
  return inEachFile((language) => `../../features/${feature}/words/${language}.yaml`, shape, []);
}

function inEachFile<Shape extends z.ZodType>(
  fileOf: (language: Language) => string,
  shape: Shape,
  unlike: readonly string[],
): Record<Language, z.output<Shape>> {
  const files = inEach((language) => {
    const file = contentFile(fileOf(language));
    return { ...wordsIn(file, shape), path: file.path };
  });
  const [first, ...others] = languages.map((language) => files[language]);
  for (const { found, place } of [first!, ...others]) noteLinks(found, place, []);
  for (const other of others) {
    const compare = (one: unknown, another: unknown, at: PropertyKey[]): void => {
      if (!isGroup(one) || !isGroup(another) || unlike.includes(String(at.at(-1)))) return;
      if (Array.isArray(one) && one.length !== another.length)
        throw wordsFault([`${other.place(at)}: ${first!.path} has ${one.length} of these`]);
      for (const [name, inner] of entriesOf(one)) compare(inner, another[name], [...at, name]);
    };
    compare(first!.found, other.found, []);
  }
  return inEach((language) => files[language].found);
}

function noteLinks(found: unknown, place: (path: PropertyKey[]) => string, at: PropertyKey[]): void {
  if (typeof found === "string" && at.at(-1) === "url") links.push({ place: place(at), href: found });
  if (isGroup(found)) for (const [name, inner] of entriesOf(found)) noteLinks(inner, place, [...at, name]);
}

const isGroup = (value: unknown): value is Record<PropertyKey, unknown> =>
  typeof value === "object" && value !== null;

const entriesOf = (group: Record<PropertyKey, unknown>): [PropertyKey, unknown][] =>
  Object.entries(group).map(([name, inner]) => [Array.isArray(group) ? Number(name) : name, inner]);
