import { readFileSync } from "node:fs";
import { Refusal } from "../operations/refusal.ts";
import { counted } from "../operations/text.ts";

/** How many faults are shown; the others are counted. */
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

/**
 * What an import says about lines that it left out, after the effects of the others: the command then ends with status
 * 1 (decision "A line that is wrong stops no other").
 * @param taken how many lines were taken
 * @param left how many were not; unknown for a table that cannot be read at all
 * @returns undefined without faults
 */
export function refusal(
  file: string,
  faults: readonly string[],
  taken: number,
  left: number,
): Refusal | undefined {
  if (faults.length === 0) return undefined;
  const shown = faults.slice(0, mostShown);
  if (faults.length > mostShown) shown.push(`and ${faults.length - mostShown} more`);
  const head =
    taken === 0 ? `Nothing of ${file} was added:` : `${counted(left, "line")} of ${file} left out:`;
  return new Refusal([head, ...shown.map((fault) => `  ${fault}`)].join("\n"));
}
