import type { BreakdownName, BreakdownValue } from "../../../../services/analytics/breakdown.ts";
import type { Result } from "../../../../services/analytics/types.ts";
import { resultNames, typedSuffix } from "../names.ts";

/** A value in words. @param others how many have no row of their own */
export function valueInWords(
  name: BreakdownName,
  value: BreakdownValue,
  others: number,
  titleOf: (id: string) => string,
): string {
  if (value === null) return `Other (${others.toLocaleString("en-US")})`;
  if (name === "result") return resultNames[value as Result];
  return (name === "endingAt" ? titleOf(value) : value) || "(none)";
}

/** One part of a breakdown: what it is divided by, and the value. */
export type Part = readonly [name: BreakdownName, value: BreakdownValue];

/** What the address of a breakdown says that no other page of numbers asks. */
const own = ["show", "by", "and", "against", "sort", "order", "at"];

/** The filters of a page and these parts too; undefined for a part that no filter can be made of. */
export function narrowedTo(query: URLSearchParams, parts: readonly Part[]): URLSearchParams | undefined {
  const narrowed = new URLSearchParams([...query].filter(([name]) => !own.includes(name)));
  for (const [name, value] of parts) {
    if (value === null || name === "weekday") return undefined;
    narrowed.delete(name + typedSuffix);
    narrowed.delete("except", name);
    for (const field of name === "day" ? ["from", "to"] : [name]) narrowed.set(field, value);
  }
  return narrowed;
}
