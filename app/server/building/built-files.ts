import { readFileSync } from "node:fs";

/** Where the build puts the islands' loader in one piece. */
export const loaderFile = "build/loader.js";

let loader: string | undefined;

/**
 * The islands' loader as text of a module script. It is small, and inlined: the browser would request a separate file
 * while it still has the page to paint, and the islands only after it.
 */
export function inlineLoader(): string {
  loader ??= readFileSync(loaderFile, "utf8");
  return loader;
}

/** Where the build lists the files that the browser needs for each variant. */
export const variantFilesList = "build/variants.json";

let files: Record<string, string[]> | undefined;

/** Addresses of the scripts with a variant's chart, its own first: the island loads them and no other variant's. */
export function variantFiles(code: string): string[] {
  files ??= JSON.parse(readFileSync(variantFilesList, "utf8")) as Record<string, string[]>;
  return files[code]!;
}

/** Where the build lists the files with each language's words. */
export const wordFilesList = "build/words.json";

let wordFiles: Record<string, string> | undefined;

/** Address of the script with a language's words of survey screens. */
export function wordsFile(language: string): string {
  wordFiles ??= JSON.parse(readFileSync(wordFilesList, "utf8")) as Record<string, string>;
  return wordFiles[language]!;
}

/** The same in development, where Vite serves the sources. */
export const wordsSource = (language: string) => `/services/words/${language}/screens.yaml?import`;

/** The same in development. A variant's file is named by its code. */
export const variantSources = (code: string): string[] => [`/machines/variants/${code}.ts`];
