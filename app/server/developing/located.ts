import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { Finding } from "../../../machines/graph/lint.ts";
import { nearest } from "../../../machines/graph/nearest.ts";

/** What a compiler adds to its errors. */
type Compiled = Error & { loc?: { file?: string; line: number } };

/**
 * Where in the project's own files something failed that was thrown while they were loaded, and what mends it.
 * @param root the project's folder
 */
export function locatedFailure(error: Compiled, root: string): Located {
  if (error.loc?.file) {
    // The first line says how many errors there are, the second the first of them and its place.
    const said = /ERROR: (.+)/.exec(error.message)?.[1] ?? error.message;
    return {
      name: "",
      message: `This file cannot be read: ${said}`,
      remedy: "Mend the line; the page comes back by itself.",
      file: relative(root, error.loc.file),
      line: error.loc.line,
    };
  }
  const place = ownPlaceIn(error.stack ?? "", root);
  const text = place ? readFileSync(join(root, place.file), "utf8") : "";
  const finding = findingOf(error.message, text);
  if (!place) return { ...finding, file: "", line: 0 };
  return { ...finding, ...(placeOfTarget(root, place.file, finding.name) ?? place) };
}

/** The first line of a stack that is in a file of ours: an absolute path, a file: address, or a path from the root. */
function ownPlaceIn(stack: string, root: string): { file: string; line: number } | undefined {
  const places = [...stack.matchAll(/(?:file:\/\/)?(\/[^\s():]+\.tsx?):(\d+)/g)].map(([, path, line]) => ({
    file: path!.startsWith(root) ? relative(root, path!) : path!.slice(1),
    line: Number(line),
  }));
  return places.find(({ file }) => !file.includes("node_modules") && existsSync(join(root, file)));
}

/** A finding and where it is: a path from the project's root, and the line there. */
export type Located = Finding & { file: string; line: number };

/**
 * Says where a finding is: the first line with its name in the chart's file, else in the parts that this file imports,
 * nearest first; else the file's first line.
 * @param root the project's folder
 * @param file from there
 */
export function placed(root: string, file: string, finding: Finding): Located {
  const found = firstWith(root, file, (text) => lineWith(text, finding.name));
  return { ...finding, ...(found ?? { file, line: 1 }) };
}

/** Where a text of a chart, such as a target or an address, is written, in its file or in the parts that it imports. */
export function placeOfTarget(root: string, file: string, name: string): Place | undefined {
  return firstWith(root, file, (text) => {
    const at = name ? text.split("\n").findIndex((line) => line.includes(`"${name}"`)) : -1;
    return at < 0 ? undefined : at + 1;
  });
}

type Place = { file: string; line: number };

/** The first line that is found, in a file or in what it imports of its own project. */
function firstWith(
  root: string,
  file: string,
  find: (text: string) => number | undefined,
): Place | undefined {
  const files = [file];
  for (const each of files) {
    const path = join(root, each);
    if (!existsSync(path)) continue;
    const text = readFileSync(path, "utf8");
    const line = find(text);
    if (line !== undefined) return { file: each, line };
    for (const [, imported] of text.matchAll(/ from "(\.[^"]+\.ts)"/g)) {
      const next = join(dirname(each), imported!);
      if (!files.includes(next)) files.push(next);
    }
  }
  return undefined;
}

function lineWith(text: string, name: string): number | undefined {
  if (!name) return undefined;
  const lines = text.split("\n");
  // Where a state is written, before where it is a target.
  const written = lines.findIndex((line) => line.trim().startsWith(`${name}:`));
  const at = written < 0 ? lines.findIndex((line) => wordsIn(line).includes(name)) : written;
  return at < 0 ? undefined : at + 1;
}

function wordsIn(line: string): string[] {
  return line.split(/[^\w.-]+/).flatMap((word) => [word, ...word.split(".")]);
}

/** The finding for an error that a chart threw, with the state that was probably meant. */
export function findingOf(thrown: string, text: string): Finding {
  const message = thrown.replaceAll("\n", " ").replace(/\.?$/, ".");
  const [, guard] = /Unable to evaluate guard '([^']+)'/.exec(message) ?? [];
  if (guard) return { name: guard, message, remedy: "Check the guard's name and code." };
  const [, name = ""] = /[Cc]hild state '([^']+)' does not exist/.exec(message) ?? [];
  const states = [...text.matchAll(/^\s{4,8}(\w+): \{/gm), ...text.matchAll(/^\s{4,8}(\w+): \w+\./gm)];
  const near =
    name &&
    nearest(
      name,
      states.map(([, state]) => state!),
    );
  const remedy = near ? `Did you mean ${near}?` : "Use a state of this chart as the target.";
  return {
    name,
    message,
    remedy: name ? remedy : "Fix what the message says; `npm run typecheck` may show more.",
  };
}
