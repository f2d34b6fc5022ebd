import { readFileSync } from "node:fs";

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
