import { wilson } from "../statistics/exact.ts";
import { compareRates, correctedByHolm, type Rate } from "../statistics/rates.ts";
import { dimensions } from "./types.ts";

/** What visits are divided by besides page flags, which are asked for as `flag.theme`. */
export const breakdownNames = [
  ...dimensions,
  "day",
  "weekday",
  "result",
  "dqReason",
  /** The place at which a visit stands. */
  "endingAt",
] as const;
export type BreakdownName = (typeof breakdownNames)[number] | `flag.${string}`;

/** So many values have rows and columns of their own; the rest is summed. */
export const most = { rows: 200, columns: 24 };

/** A rate of fewer sessions says next to nothing, and is compared with nothing. */
export const fewSessions = 30;

/** What sessions of one kind came to. */
export type Counted = { sessions: number; leads: number; qualified: number };

export type BreakdownCell = Counted & {
  /** Leads of its sessions; where visits are divided by how they ended, its part of its row. Null of nothing. */
  rate: number | null;
  /** The 95 % interval of it. */
  low: number | null;
  high: number | null;
  /** It differs from that of all other sessions by more than chance, all cells weighed together: 1 higher, -1 lower. */
  differs: -1 | 0 | 1;
  /** Null where it was not tested. */
  adjusted: number | null;
};

/** A value, or null for the sum of those that have no row or column. */
export type BreakdownValue = string | null;

export type Breakdown = {
  /** Rates are parts of their row: by how visits ended a conversion would say nothing. */
  isOfRow: boolean;
  total: BreakdownCell;
  /** By sessions, the commonest first; days, weekdays and results in their own order. */
  rows: { value: BreakdownValue; total: BreakdownCell; cells: BreakdownCell[] }[];
  /** Of the second dimension; none where there is none. */
  columns: { value: BreakdownValue; total: BreakdownCell }[];
  /** So many values are summed. */
  others: { rows: number; columns: number };
};

/** Counts by two dimensions, `counts[row][column]`; where the second is missing it has one column. */
export type Grid = Pick<Breakdown, "others"> & {
  rows: BreakdownValue[];
  columns: BreakdownValue[];
  counts: Counted[][];
};

const outcomes: readonly string[] = ["result", "dqReason", "endingAt"] satisfies BreakdownName[];
const nobody: Rate = { count: 0, of: 0 };

/** A grid with its sums and rates, and which of them differ from the rest. */
export function breakdownOf(grid: Grid, by: BreakdownName, and?: BreakdownName): Breakdown {
  const { counts, others } = grid;
  const isOfRow = outcomes.includes(by) || (and !== undefined && outcomes.includes(and));
  const all = summed(counts.flat());
  const inRow = counts.map(summed);
  const inColumn = grid.columns.map((_, column) => summed(counts.map((row) => row[column]!)));
  const rateOf = (cell: Counted, of: Counted): Rate =>
    isOfRow ? { count: cell.sessions, of: of.sessions } : { count: cell.leads, of: cell.sessions };
  const isDivided = and !== undefined;
  const rates = counts.flatMap((row, r) => row.map((cell) => rateOf(cell, isDivided ? inRow[r]! : all)));
  const tested = correctedByHolm(
    rates.map((rate, at) => {
      const rest = less(rateOf(isOfRow ? inColumn[at % grid.columns.length]! : all, all), rate);
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
  return { isOfRow, total: sum(all), rows, columns, others };
}

function less(whole: Rate, part: Rate): Rate {
  return { count: whole.count - part.count, of: whole.of - part.of };
}

/** Several together. */
export function summed(all: readonly Counted[]): Counted {
  const sum = { sessions: 0, leads: 0, qualified: 0 };
  for (const { sessions, leads, qualified } of all) {
    sum.sessions += sessions;
    sum.leads += leads;
    sum.qualified += qualified;
  }
  return sum;
}

function cellOf(counted: Counted, rate: Rate): BreakdownCell {
  const isKnown = rate.of > 0;
  const [low, high] = isKnown ? wilson(rate) : [null, null];
  return { ...counted, rate: isKnown ? rate.count / rate.of : null, low, high, differs: 0, adjusted: null };
}
