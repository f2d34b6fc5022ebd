import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Variant } from "../../machines/variant.ts";

/**
 * The code of a source file and of all that it imports from its own folder tree, without comments and formatting.
 * What is imported as types alone is left out.
 * @param file where the source is
 */
export function codeOf(file: URL): string {
  const sources = new Map<string, string>();
  const read = (file: URL) => {
    if (sources.has(file.href)) return;
    const code = withoutComments(readFileSync(file, "utf8"));
    sources.set(file.href, code);
    for (const [, path] of code.matchAll(/\b(?:import|export) (?!type )[^;"]*"(\.[^"]+)"/g)) {
      read(new URL(path!, file));
    }
  };
  read(file);
  return [...sources.values()].join("\n");
}

/** Literals are matched so that what looks like a comment inside one stays. A division has spaces around it, as the formatter has it. */
const commentsAndLiterals =
  /\/\*[\s\S]*?\*\/|\/\/.*|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|\/(?![*/\s])(?:\\.|[^/\\\n])+\//g;

/** @returns the code on one line */
export function withoutComments(source: string): string {
  const code = source.replace(commentsAndLiterals, (part) => (/^\/[/*]/.test(part) ? " " : part));
  return code.replace(/\s+/g, " ").trim();
}

/**
 * A digest of a variant's graph and of the source of every rule that charts refer to, kept with each visit and consent:
 * two flows, or two versions of a rule, never share one. Formatting, comments and compilers do not change it.
 * @returns 12 hexadecimal digits
 */
export const machineVersion = versionWith(codeOf(new URL("../../machines/survey.ts", import.meta.url)));

/** @param rules the code of the guards and actions of all charts, and of what they refer to */
export function versionWith(rules: string): (variant: Variant) => string {
  const known = new WeakMap<Variant, string>();
  return (variant) => {
    const version = known.get(variant) ?? digestOf(graphOf(variant), rules);
    known.set(variant, version);
    return version;
  };
}

function digestOf(...texts: string[]): string {
  const hash = createHash("sha256");
  for (const text of texts) hash.update(text);
  return hash.digest("hex").slice(0, 12);
}

/** The chart as it is written; a function, such as `and([…])`, by its name and what it was made of. */
function graphOf({ machine }: Variant): string {
  return JSON.stringify(machine.config, (_name, value) =>
    typeof value === "function" ? { name: value.name, ...value } : value,
  );
}
