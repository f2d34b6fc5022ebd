import { wilson } from "./statistics/exact.ts";
import { compareRates, correctedByHolm, type Rate } from "./statistics/rates.ts";
import { dimensions } from "./types.ts";

/** What sessions can be broken down by, besides page flags, which are named like `flag.theme`. */
export const breakdownNames = [
  ...dimensions,
  "day",
  "weekday",
  "result",
  "dqReason",
  /** The node where the visit is. */
  "endingAt",
] as const;
export type BreakdownName = (typeof breakdownNames)[number] | `flag.${string}`;

/** Values that get a row or column of their own; the rest are summed. */
export const most = { rows: 200, columns: 24 };

/** A rate of fewer sessions says next to nothing, so it is not tested. */
export const fewSessions = 30;

/** Results of one group of sessions; `rated`: what rates count of them (`index/standing.ts`). */
export type Counted = {
  sessions: number;
  leads: number;
  qualified: number;
  rated: { sessions: number; leads: number };
};

export type BreakdownCell = Counted & {
  /** Leads per session or, if `isOfRow`, share of its row's (or all) sessions. Null without sessions. */
  rate: number | null;
  /** Its 95 % interval. */
  low: number | null;
  high: number | null;
  /** 1 or -1 if significantly higher or lower than what it is compared with, corrected for all cells. */
  differs: -1 | 0 | 1;
  /** The corrected p-value; null if not tested. */
  adjusted: number | null;
};

/** A value, or null for the sum of those without a row or column of their own. */
export type BreakdownValue = string | null;

/** The group that all others are compared with, in place of all other sessions. */
export type Against = { value: string } | "largest";

export type Breakdown = {
  /** True if rates are shares of their row, because a conversion by how visits ended would say nothing. */
  isOfRow: boolean;
  /** The group that the others are compared with; undefined if each is with all other sessions. */
  against?: { value: BreakdownValue };
  total: BreakdownCell;
  /** Most sessions first; days, weekdays and results in their own order. */
  rows: { value: BreakdownValue; total: BreakdownCell; cells: BreakdownCell[] }[];
  /** Values of the second dimension; empty if there is none. */
  columns: { value: BreakdownValue; total: BreakdownCell }[];
  /** How many values are summed. */
  others: { rows: number; columns: number };
};

/** Counts by two dimensions, `counts[row][column]`; one column if there is no second dimension. */
export type Grid = Pick<Breakdown, "others"> & {
  rows: BreakdownValue[];
  columns: BreakdownValue[];
  counts: Counted[][];
};

const outcomes: readonly string[] = ["result", "dqReason", "endingAt"] satisfies BreakdownName[];
const nobody: Rate = { count: 0, of: 0 };

/**
 * Adds sums and rates to a grid, and tests which cells differ from all other sessions, or, where rows are not divided further
 * and have conversions, from one group.
 */
export function breakdownOf(
  grid: Grid,
  by: BreakdownName,
  and?: BreakdownName,
  against?: Against,
): Breakdown {
  const { counts, others } = grid;
  const isOfRow = outcomes.includes(by) || (and !== undefined && outcomes.includes(and));
  const all = summed(counts.flat());
  const inRow = counts.map(summed);
  const inColumn = grid.columns.map((_, column) => summed(counts.map((row) => row[column]!)));
  const rateOf = (cell: Counted, of: Counted): Rate =>
    isOfRow
      ? { count: cell.rated.sessions, of: of.rated.sessions }
      : { count: cell.rated.leads, of: cell.rated.sessions };
  const isDivided = and !== undefined;
  const rates = counts.flatMap((row, r) => row.map((cell) => rateOf(cell, isDivided ? inRow[r]! : all)));
  const chosen = against === undefined || isDivided || isOfRow ? -1 : rowOf(grid, inRow, against);
  const tested = correctedByHolm(
    rates.map((rate, at) => {
      if (at === chosen) return compareRates(nobody, nobody);
      const rest =
        chosen >= 0
          ? rates[chosen]!
          : less(rateOf(isOfRow ? inColumn[at % grid.columns.length]! : all, all), rate);
      const isTested = Math.min(rate.of, rest.of) >= fewSessions && (isDivided || !isOfRow);
      return isTested ? compareRates(rest, rate) : compareRates(nobody, nobody);
    }),
  );
  const cells = counts.flat().map((cell, at): BreakdownCell => {
    const { isSignificant, difference, adjusted } = tested[at]!;
    const differs = isSignificant ? (Math.sign(difference) as -1 | 1) : 0;
    return { ...cellOf(cell, rates[at]!), differs, adjusted };
  });
  const sum = (cell: Counted) => cellOf(cell, rateOf(cell, all));
  const rows = grid.rows.map((value, r) => {
    const own = cells.slice(r * grid.columns.length, (r + 1) * grid.columns.length);
    return isDivided ? { value, total: sum(inRow[r]!), cells: own } : { value, total: own[0]!, cells: [] };
  });
  const columns = isDivided ? grid.columns.map((value, at) => ({ value, total: sum(inColumn[at]!) })) : [];
  const compared = chosen < 0 ? {} : { against: { value: grid.rows[chosen]! } };
  return { isOfRow, ...compared, total: sum(all), rows, columns, others };
}

/** The row of a chosen group; -1 if it is not there. The sum of rare values is no group. */
function rowOf({ rows }: Grid, sums: readonly Counted[], against: Against): number {
  if (against !== "largest") return rows.indexOf(against.value);
  const most = Math.max(...sums.map(({ sessions }, row) => (rows[row] === null ? -1 : sessions)));
  return sums.findIndex(({ sessions }, row) => rows[row] !== null && sessions === most);
}

function less(whole: Rate, part: Rate): Rate {
  return { count: whole.count - part.count, of: whole.of - part.of };
}

/** Adds counts up. */
export function summed(all: readonly Counted[]): Counted {
  const sum = { sessions: 0, leads: 0, qualified: 0, rated: { sessions: 0, leads: 0 } };
  for (const { sessions, leads, qualified, rated } of all) {
    sum.sessions += sessions;
    sum.leads += leads;
    sum.qualified += qualified;
    sum.rated.sessions += rated.sessions;
    sum.rated.leads += rated.leads;
  }
  return sum;
}

function cellOf(counted: Counted, rate: Rate): BreakdownCell {
  const isKnown = rate.of > 0;
  const [low, high] = isKnown ? wilson(rate) : [null, null];
  return { ...counted, rate: isKnown ? rate.count / rate.of : null, low, high, differs: 0, adjusted: null };
}
