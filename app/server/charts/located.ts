import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { Finding } from "../../../machines/graph/lint.ts";
import { nearest } from "../../../machines/graph/nearest.ts";

/** The position that a compiler adds to its errors. */
type Compiled = Error & { loc?: { file?: string; line: number }; located?: Located };

/**
 * The position in the project's own files of an error thrown while they were loaded, with its remedy.
 * @param root the project's folder
 */
export function locatedFailure(error: Compiled, root: string): Located {
  if (error.located) return error.located;
  if (error.loc?.file) {
    // The first line has the number of errors, the second the first error and its place.
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

/** The first line of a stack in a file of ours: an absolute path, a file: address, or a path from the root. */
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
 * Locates a finding: where its keys lead in the chart's source, else the first line with its name, in the chart's file
 * or in the parts that this file imports; else the line where the chart begins. A faulty text is looked for where its
 * name is defined.
 * @param root the project's folder
 * @param file from there
 */
export function placed(root: string, file: string, finding: Finding): Located {
  const { name, text: wrong } = finding;
  const found =
    ((wrong && firstWith(root, file, (text) => lineBehind(text, name, wrong))) ||
      (finding.at && placeInside(root, file, finding.at)) ||
      firstWith(root, file, (text) => lineWith(text, finding.name))) ??
    firstWith(root, file, (text) => lineWith(text, "createMachine"));
  return { ...finding, ...(found ?? { file, line: 1 }) };
}

/** A stretch of a file, from one index of its text to another. */
type Stretch = { file: string; text: string; from: number; to: number };

/** The position of nested keys; the last one found, also looked for in the parts that are named there. */
function placeInside(root: string, file: string, keys: readonly string[]): Place | undefined {
  const path = join(root, file);
  if (!existsSync(path)) return undefined;
  const text = readFileSync(path, "utf8");
  const from = Math.max(0, text.indexOf("createMachine("));
  let here: Stretch = { file, text, from, to: text.length };
  let found: Stretch | undefined;
  for (const key of keys) {
    const next = stretchOf(root, here, key, 0);
    // A state may be written by its own name alone, and a lone transition without a list.
    if (!next) continue;
    [here, found] = [next, next];
  }
  if (!found) return undefined;
  return { file: found.file, line: found.text.slice(0, found.from).split("\n").length };
}

/** How many names are followed from one to the next: a part of a part of a part. */
const mostNames = 6;

function stretchOf(root: string, within: Stretch, key: string, names: number): Stretch | undefined {
  const { file, text, from, to } = within;
  const body = text.slice(from, to);
  const at = indexOfKey(body, key);
  if (at >= 0) return { file, text, from: from + at, to: Math.min(to, endOf(text, from + at)) };
  if (names === mostNames) return undefined;
  for (const [, name, rest = ""] of body.matchAll(/(?<![\w$.:"'])([A-Za-z_$][\w$]*)((?:\.\w+)*)/g)) {
    let named = definitionOf(root, file, text, name!);
    for (const part of rest.split(".").filter(Boolean))
      named = named && stretchOf(root, named, part, mostNames);
    const inside = named && named.from !== from ? stretchOf(root, named, key, names + 1) : undefined;
    if (inside) return inside;
  }
  return undefined;
}

/** Where a text has a word as a key, or else as a text of its own; -1 without either. */
function indexOfKey(text: string, word: string): number {
  let quoted = -1;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const isQuoted = /["']$/.test(text.slice(0, at)) && /^["']/.test(text.slice(at + word.length));
    const [before, after] = [at - Number(isQuoted), at + word.length + Number(isQuoted)];
    const isWhole = !/[\w$.]$/.test(text.slice(0, before));
    if (isWhole && /^\s*:/.test(text.slice(after))) return before;
    if (isQuoted && quoted < 0) quoted = before;
  }
  return quoted;
}

/** Where a name in a file is defined: there, or in the file of ours that it is imported from. */
function definitionOf(root: string, file: string, text: string, name: string): Stretch | undefined {
  const beginning = ["const ", "export const ", "function ", "export function "].map((words) => words + name);
  const lines = text.split("\n");
  const line = lines.findIndex((each) =>
    beginning.some((words) => each.startsWith(words) && !/^[\w$]/.test(each.slice(words.length))),
  );
  if (line >= 0) {
    const from = lines.slice(0, line).join("\n").length;
    const end = text.slice(from).search(/^[})][^\n]*$/m);
    return { file, text, from, to: end < 0 ? text.length : from + end };
  }
  for (const [, names, imported] of text.matchAll(/import \{([^}]*)\} from "(\.[^"]+)"/g)) {
    if (!names!.split(/[\s,]+/).includes(name)) continue;
    const other = join(dirname(file), imported!);
    if (!existsSync(join(root, other))) return undefined;
    const there = readFileSync(join(root, other), "utf8");
    const isThere = there.includes(`const ${name}`) || there.includes(`function ${name}`);
    return isThere ? definitionOf(root, other, there, name) : undefined;
  }
  return undefined;
}

/** The end of the value behind a key: the comma or bracket that is not its own. */
function endOf(text: string, from: number): number {
  const tokens = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`|\/\/.*|\/\*[\s\S]*?\*\/|[{}[\](),]/g;
  tokens.lastIndex = from;
  let depth = 0;
  for (let token = tokens.exec(text); token; token = tokens.exec(text)) {
    const [sign] = token;
    if ("([{".includes(sign)) depth++;
    else if (")]}".includes(sign) && depth-- === 0) return token.index;
    else if (sign === "," && depth === 0) return token.index;
  }
  return text.length;
}

/** Where a text of a chart, such as a target or an address, is written, in its file or in the parts that it imports. */
export function placeOfTarget(root: string, file: string, name: string): Place | undefined {
  return firstWith(root, file, (text) => {
    const at = name ? text.split("\n").findIndex((line) => line.includes(`"${name}"`)) : -1;
    return at < 0 ? undefined : at + 1;
  });
}

type Place = { file: string; line: number };

/** The first match, in a file or in its imports within the project. */
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
  // Where a state is defined, rather than where it is a target.
  const written = lines.findIndex((line) => line.trim().startsWith(`${name}:`));
  const at = written < 0 ? lines.findIndex((line) => wordsIn(line).includes(name)) : written;
  return at < 0 ? undefined : at + 1;
}

/** The line of a quoted text in what is written under a name. */
function lineBehind(text: string, name: string, wrong: string): number | undefined {
  for (let index = text.indexOf(name); index >= 0; index = text.indexOf(name, index + 1)) {
    const isDefined =
      /(^|[^\w$.])$/.test(text.slice(0, index).slice(-1)) &&
      /^(:| = |\()/.test(text.slice(index + name.length));
    if (!isDefined) continue;
    const body = text.slice(index, endOf(text, index));
    const at = Math.max(body.indexOf(`"${wrong}"`), body.indexOf(`'${wrong}'`));
    if (at >= 0) return text.slice(0, index + at).split("\n").length;
  }
  return undefined;
}

function wordsIn(line: string): string[] {
  return line.split(/[^\w.-]+/).flatMap((word) => [word, ...word.split(".")]);
}

/** The finding for an error that a chart threw, with the probable state. */
export function findingOf(thrown: string, text: string): Finding {
  const message = thrown.replaceAll("\n", " ").replace(/\.?$/, ".");
  const [, guard] = /Unable to evaluate guard '([^']+)'/.exec(message) ?? [];
  if (guard) return { name: guard, message, remedy: "Check the guard's name and code." };
  const [, declares] = /^State "[^".]+\.(?:[\w.]+\.)?(\w+)"/.exec(message) ?? [];
  if (declares) return { name: declares, message, remedy: "Mend what the message says." };
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
