import type { Mutant } from "./operators.ts";

/** A mutant in words that stay true while lines move: what becomes of what, and in which line of text. */
export function nameOf(mutant: Mutant, all: readonly Mutant[]): string {
  const name = plainName(mutant);
  const alike = all.filter((other) => plainName(other) === name);
  return alike.length > 1 ? `${name} (${alike.indexOf(mutant) + 1})` : name;
}

function plainName({ operator, before, after, lineText }: Mutant): string {
  const change = after === "" ? short(before) : `${short(before)} => ${short(after)}`;
  return `${operator}: ${change} in ${lineText}`;
}

function short(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
}
