import { readFileSync } from "node:fs";

/** Where the build leaves which files the browser needs for which variant. */
export const variantFilesList = "build/variants.json";

let files: Record<string, string[]> | undefined;

/** Addresses of the scripts with a variant's chart, its own first: the island loads them and no other variant's. */
export function variantFiles(code: string): string[] {
  files ??= JSON.parse(readFileSync(variantFilesList, "utf8")) as Record<string, string[]>;
  return files[code]!;
}

/** The same in development, where Vite serves the sources. A variant's file bears its code. */
export const variantSources = (code: string): string[] => [`/machines/variants/${code}.ts`];
