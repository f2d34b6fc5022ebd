import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileOfWords } from "../../../services/words/folders.ts";

export { wordsFault, wordsIn } from "../../../services/words/read.ts";

/** Where content leads to, and the place that says so. */
export const links: { place: string; href: string }[] = [];

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
