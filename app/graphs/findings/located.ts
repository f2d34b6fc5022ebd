import type { Finding } from "../../../machines/graph/lint.ts";
import { nearest } from "../../../machines/graph/nearest.ts";

/** A finding and where it is: a path from the project's root, and the line there. */
export type Located = Finding & { file: string; line: number };

/** The first line of a text that has a name; the first of all where none has. */
export function lineOf(text: string, name: string): number {
  const at = name ? text.split("\n").findIndex((line) => wordsIn(line).includes(name)) : 0;
  return Math.max(0, at) + 1;
}

function wordsIn(line: string): string[] {
  return line.split(/[^\w.-]+/).flatMap((word) => [word, ...word.split(".")]);
}

/** What XState says of a chart that it cannot make, and of its names the one that is meant. */
export function findingOf(message: string, text: string): Finding {
  const [, name = ""] = /[Cc]hild state '([^']+)' does not exist/.exec(message) ?? [];
  const states = [...text.matchAll(/^\s{4,8}(\w+): \{/gm), ...text.matchAll(/^\s{4,8}(\w+): \w+\./gm)];
  const near =
    name &&
    nearest(
      name,
      states.map(([, state]) => state!),
    );
  const remedy = near ? `Did you mean ${near}?` : "Name a target that is a state of this chart.";
  return {
    name,
    message: message.replaceAll("\n", " "),
    remedy: name ? remedy : "Mend what the message says; `npm run typecheck` may know more.",
  };
}

/** The place in a text where a name is a target, in quotes. */
export function targetLine(text: string, name: string): number | undefined {
  const at = name ? text.split("\n").findIndex((line) => line.includes(`"${name}"`)) : -1;
  return at < 0 ? undefined : at + 1;
}
