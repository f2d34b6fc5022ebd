import type { Finding } from "../../../machines/graph/lint.ts";
import { nearest } from "../../../machines/graph/nearest.ts";

/** A finding and where it is: a path from the project's root, and the line there. */
export type Located = Finding & { file: string; line: number };

/** The first line of a text that contains a name; line 1 if none does. */
export function lineOf(text: string, name: string): number {
  const at = name ? text.split("\n").findIndex((line) => wordsIn(line).includes(name)) : 0;
  return Math.max(0, at) + 1;
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

/** The first line that contains a name in quotes, as a target. */
export function targetLine(text: string, name: string): number | undefined {
  const at = name ? text.split("\n").findIndex((line) => line.includes(`"${name}"`)) : -1;
  return at < 0 ? undefined : at + 1;
}
