import { readFileSync } from "node:fs";
import { Refusal } from "../operations/refusal.ts";

/** So many faults are shown; the others are counted. */
const mostShown = 20;

/** @throws Refusal when it is not to be read, or no text */
export function textOf(file: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(file));
  } catch (error) {
    const why = error instanceof TypeError ? "is not UTF-8 text" : "cannot be read";
    throw new Refusal(`${file} ${why}.`);
  }
}

/** What is wrong with a table of which nothing was taken. */
export function refusal(file: string, faults: readonly string[]): Refusal {
  const shown = faults.slice(0, mostShown);
  if (faults.length > mostShown) shown.push(`and ${faults.length - mostShown} more`);
  return new Refusal([`Nothing of ${file} was added:`, ...shown.map((fault) => `  ${fault}`)].join("\n"));
}
