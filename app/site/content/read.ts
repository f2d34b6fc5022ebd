import { readdirSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import type { Language } from "../../../machines/steps/step.ts";
import { fileOfWords, readInEach, readInMain } from "../../../services/words/folders.ts";
import { inEach } from "../../../services/words/languages.ts";
import { readLine } from "./markdown.ts";

export { links } from "../../../services/words/folders.ts";
export { wordsFault, wordsIn } from "../../../services/words/read.ts";
export { versionFaults } from "../../../services/words/versions.ts";

/** A file of this folder, and its name as faults say it. */
export function contentFile(file: string): { path: string; text: string } {
  return fileOfWords(`../../app/site/content/${file}`)!;
}

/** A file of the site's pages in a language, likewise; undefined where the language has none. */
export function pageFile(language: string, file: string): { path: string; text: string } | undefined {
  return fileOfWords(`${language}/site/${file}`);
}

/** The Markdown files of the site in a language, in a folder, by their names. */
export function markdownIn(language: string, folder: string): string[] {
  const names = readdirSync(
    join(import.meta.dirname, `../../../services/words/${language}/site`, folder),
  ).sort();
  return names.filter((name) => name.endsWith(".md")).map((name) => join(folder, name));
}

/** The words that a feature has in its folder. */
export function featureWords<Shape extends z.ZodType>(
  feature: string,
  shape: Shape,
): Record<Language, z.output<Shape>> {
  const pathOf = (language: Language) => `../../app/features/${feature}/words/${language}.yaml`;
  const files = readInEach(pathOf, shape);
  return inEach((language) => files[language]!.found);
}

/** The words that it has in its folder for pages that are there in the main language alone. */
export function mainFeatureWords<Shape extends z.ZodType>(
  feature: string,
  page: string,
  shape: Shape,
): z.output<Shape> {
  return readInMain((language) => `../../app/features/${feature}/words/${language}/${page}.yaml`, shape)
    .found;
}

/** A line with emphasis and links, as the articles' Markdown has them, which `Prose` shows. @param facts that it says */
export function proseWith(...facts: string[]) {
  return z
    .string()
    .min(1, "this has to say something")
    .transform((words, { addIssue }) => {
      const fault = (_near: string, message: string) => addIssue({ code: "custom", message });
      for (const name of facts)
        if (!words.includes(`{${name}}`)) fault(words, `{${name}} has to be said here`);
      return readLine(words, { facts: new Set(facts), fault, link: () => {} });
    });
}
