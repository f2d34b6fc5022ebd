import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { type Language, languages } from "../../../machines/steps/step.ts";

export { wordsFault, wordsIn } from "../../../services/words/read.ts";
export { versionFaults } from "../../../services/words/versions.ts";

/** Something for each language. */
export function inEach<Found>(of: (language: Language) => Found): Record<Language, Found> {
  return Object.fromEntries(languages.map((language) => [language, of(language)])) as Record<Language, Found>;
}

/** Where content leads to, and the place that says so. */
export const links: { place: string; href: string }[] = [];

/** A file of this folder, and its name as faults say it. */
export function contentFile(file: string): { path: string; text: string } {
  const whole = join(import.meta.dirname, file);
  return { path: relative(process.cwd(), whole), text: readFileSync(whole, "utf8") };
}

/** The Markdown files in a folder of this one, by their names. */
export function markdownIn(folder: string): string[] {
  const names = readdirSync(join(import.meta.dirname, folder)).sort();
  return names.filter((name) => name.endsWith(".md")).map((name) => join(folder, name));
}
