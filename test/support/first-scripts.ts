import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename } from "node:path";
import { variantFiles, wordsFile } from "../../app/server/building/built-files.ts";

const assets = "build/client/assets";

/** Names of the built files that a survey's first question needs to come alive, its English words and what those import included. */
export function firstScripts(code: string): string[] {
  const scripts = new Set<string>();
  const follow = (file: string) => {
    if (scripts.has(file)) return;
    scripts.add(file);
    const text = readFileSync(`${assets}/${file}`, "utf8");
    for (const [, next] of text.matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g)) follow(next!);
  };
  // Features have islands of that name, too.
  const islands = readdirSync(assets).filter((name) => /^island-[\w-]+\.js$/.test(name));
  const survey = islands.filter((name) => readFileSync(`${assets}/${name}`, "utf8").includes("survey-data"));
  for (const file of [...survey, wordsFile("en"), ...variantFiles(code)]) follow(basename(file));
  return [...scripts];
}

/** The sizes as sent to a browser that accepts Brotli. */
export function bytesOf(scripts: readonly string[]): number {
  return scripts.reduce((bytes, file) => bytes + statSync(`${assets}/${file}.br`).size, 0);
}
