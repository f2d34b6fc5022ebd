import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import * as z from "zod";
import { says, text } from "../../machines/messages/wording.ts";
import { wordsFault, wordsIn } from "./read.ts";

const amount = z.union([says("count"), text]);

/** An amount of something, by the plural forms that the language has (Unicode CLDR). */
const counted = z.strictObject({
  zero: amount.optional(),
  one: amount.optional(),
  two: amount.optional(),
  few: amount.optional(),
  many: amount.optional(),
  other: says("count"),
});

const isPattern = (text: string) => {
  try {
    return new RegExp(text).source !== "";
  } catch {
    return false;
  }
};

const schema = z.strictObject({
  name: text,
  english: text,
  locale: z.string().regex(/^[a-z]{2,3}-[A-Z]{2}$/, "this is to be a locale like es-US"),
  direction: z.enum(["ltr", "rtl"], "this is to be ltr or rtl").default("ltr"),
  prefix: z.string().regex(/^(\/[a-z-]+)?$/, "this is to be empty, or a path like /es"),
  survey: z.string().startsWith("/survey/", "this is to be the address of a survey"),
  counted: z.strictObject({ day: counted }),
  units: z.strictObject({ minute: counted, hour: counted, day: counted, "business day": counted }),
  promises: z.string().refine(isPattern, "this is to be a regular expression"),
  draft: z.strictObject({ page: text, consent: text }).optional(),
});

/** What is so of a language itself (services/words/en/language.yaml says what each of these is). */
export type LanguageFacts = z.output<typeof schema>;

/** What is so of every language that has a folder beside this file, by the folder's name. */
export const factsOfLanguages: Readonly<Record<string, LanguageFacts>> = read();

function read(): Record<string, LanguageFacts> {
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
  const files = folders.map((folder) => {
    const path = join(import.meta.dirname, folder, "language.yaml");
    const file = { path: relative(process.cwd(), path), text: readFileSync(path, "utf8") };
    return { folder, ...wordsIn(file, schema) };
  });
  const rooted = files.filter(({ found }) => !found.draft && found.prefix === "");
  const [first, second] = rooted;
  if (!first)
    throw wordsFault(["services/words: no language has an empty prefix, so none is the site's main one"]);
  if (second)
    throw wordsFault([
      `${second.place(["prefix"])}: an empty prefix is for the site's main language alone, which ${first.folder} is`,
    ]);
  const prefixed = files.find(({ found }) => found.draft && found.prefix !== "");
  if (prefixed)
    throw wordsFault([`${prefixed.place(["prefix"])}: a draft has no pages of its own, and no prefix`]);
  return Object.fromEntries(files.map(({ folder, found }) => [folder, found]));
}
