import type { CountedBy } from "./arm-day.ts";
import type { Lift } from "./statistics/lift-sequence.ts";

/** Names of what an experiment counts. */
export const countedInWords: Record<CountedBy, string> = { views: "first views", visits: "visits" };

/** A relative lift as text: `+12.3%`. */
export function signed(lift: number): string {
  return `${lift > 0 ? "+" : lift < 0 ? "−" : ""}${inPercent(Math.abs(lift))}`;
}

/** The range of a lift as text: `−1.0% to +12.3%`. */
export function rangeInWords({ low, high }: Lift): string {
  if (high !== null && low > high) return "inconsistent from day to day";
  return high === null ? `${signed(low)} or more` : `${signed(low)} to ${signed(high)}`;
}

/** A share as text: `12.3%`. */
export function inPercent(share: number): string {
  return `${(100 * share).toLocaleString("en-US", { minimumFractionDigits: 1, maximumFractionDigits: 1 })}%`;
}
