import { results } from "../../../analytics/session.ts";
import { readFlags } from "../../../analytics/source.ts";
import { dayText } from "../../../calendar/days.ts";
import {
  type Against,
  type Breakdown,
  type BreakdownName,
  type BreakdownValue,
  breakdownOf,
  type Counted,
  type Grid,
  most,
  summed,
} from "../breakdown.ts";
import { type Dimension, dimensions, type Query } from "../types.ts";
import { type Conditions, conditionsOf } from "./conditions.ts";
import { disqualified, passingBlocks, qualified, width } from "./count.ts";
import type { SessionIndex } from "./session-index.ts";
import type { Sessions } from "./sessions.ts";
import { isLate } from "./standing.ts";

/** Groups of sessions: a session's group is `table[column[at]]`, or its current result if `table` is null. */
type Groups = {
  column: ArrayLike<number>;
  table: ArrayLike<number> | null;
  /** By group; null for the group that sums all other values. */
  values: BreakdownValue[];
  /** True if values have an order of their own; if there are too many, the last are kept. */
  isOrdered: boolean;
  /** How many values the group of other values sums. */
  summed: number;
};

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
/** Day 0 was a Thursday. */
const firstWeekday = 3;

/** Groups a variant's sessions by one dimension. */
function groupsOf(
  index: SessionIndex,
  sessions: Sessions,
  { variant, data = "real" }: Pick<Query, "variant" | "data">,
  name: BreakdownName,
): Groups {
  const { sources, traces, reasons } = index;
  const by = (
    column: ArrayLike<number>,
    table: ArrayLike<number> | null,
    values: readonly string[],
  ): Groups => ({
    column,
    table,
    values: [...values],
    isOrdered: ["day", "weekday", "result"].includes(name),
    summed: 0,
  });
  const source = sessions.source.values;
  if (isDimension(name)) return by(source, sources.valueOf[name].values, sources.values[name].texts);
  const day = sessions.day.values;
  switch (name) {
    case "result":
      return by(sessions.result.values, null, results);
    case "dqReason":
      return by(
        sessions.dqReason.values,
        Uint8Array.from({ length: 256 }, (_, at) => at),
        reasons.texts.slice(0, 256),
      );
    case "endingAt":
      return by(sessions.trace.values, traces.place.values, traces.nodes.texts);
    case "weekday":
      return by(
        day,
        Uint8Array.from({ length: 0x10000 }, (_, at) => (at + firstWeekday) % 7),
        weekdays,
      );
    case "day": {
      const { first, last } = sources.days(data, variant) ?? { first: 0, last: 0 };
      const days = Array.from({ length: last - first + 1 }, (_, at) => dayText(first + at));
      return by(
        day,
        Uint16Array.from({ length: last + 1 }, (_, at) => Math.max(0, at - first)),
        days,
      );
    }
    default: {
      const flag = name.slice("flag.".length);
      const known = sources.flagTexts.texts.map((text) => readFlags(text)[flag] ?? "");
      const values = [...new Set(known)];
      const ofText = known.map((value) => values.indexOf(value));
      return by(
        source,
        sources.flags.values.map((text) => ofText[text] ?? 0),
        values,
      );
    }
  }
}

/** All sessions in one group. */
function noGroups(sessions: Sessions): Groups {
  const column = sessions.dqReason.values;
  return { column, table: new Uint8Array(256), values: [""], isOrdered: true, summed: 0 };
}

function isDimension(name: BreakdownName): name is Dimension {
  return (dimensions as readonly string[]).includes(name);
}

/** How many cells are counted at once; of two dimensions with more the rare values are summed first. */
const mostCells = 50_000;

/** The sessions of a query divided by one thing or two. */
export function breakdownIn(
  index: SessionIndex,
  query: Query,
  asOf: number,
  by: BreakdownName,
  and?: BreakdownName,
  against?: Against,
): Breakdown {
  const { variant, data = "real", filters = {} } = query;
  const sessions = index.ofVariant(variant);
  if (!sessions)
    return breakdownOf({ rows: [], columns: [], counts: [], others: { rows: 0, columns: 0 } }, by, and);
  const conditions = conditionsOf(index, variant, data, filters, asOf);
  const together = noGroups(sessions);
  const counted = (rows: Groups, columns: Groups) => countsOf(sessions, conditions, rows, columns);
  let rows = groupsOf(index, sessions, query, by);
  let columns = and ? groupsOf(index, sessions, query, and) : together;
  if (rows.values.length * columns.values.length > mostCells) {
    rows = narrowed(rows, counted(rows, together).map(summed), most.rows);
    columns = narrowed(columns, counted(columns, together).map(summed), most.columns);
  }
  return breakdownOf(gridOf(rows, columns, counted(rows, columns)), by, and, against);
}

/** One pass over the sessions: by row and column. */
function countsOf(sessions: Sessions, conditions: Conditions, rows: Groups, columns: Groups): Counted[][] {
  const across = columns.values.length;
  const counts = new Uint32Array(rows.values.length * across * width);
  const rated = new Uint32Array(counts.length);
  const [rowOf, rowTable, columnOf, columnTable] = [rows.column, rows.table, columns.column, columns.table];
  for (const block of passingBlocks(sessions, conditions)) {
    for (let index = 0; index < block.count; index++) {
      const at = block.at[index]!;
      const result = block.result[index]!;
      const row = rowTable === null ? result : rowTable[rowOf[at]!]!;
      const column = columnTable === null ? result : columnTable[columnOf[at]!]!;
      const cell = (row * across + column) * width + result;
      counts[cell]!++;
      rated[cell]! += Number(!isLate(sessions, at, conditions));
    }
  }
  const of = (all: Uint32Array, first: number) => {
    const good = all[first + qualified]!;
    const sessions = all.subarray(first, first + width).reduce((sum, each) => sum + each, 0);
    return { sessions, leads: good + all[first + disqualified]!, qualified: good };
  };
  const cell = (first: number): Counted => ({ ...of(counts, first), rated: of(rated, first) });
  return rows.values.map((_, row) =>
    columns.values.map((_, column) => cell((row * across + column) * width)),
  );
}

/** Which groups are kept, in their order: the commonest, of days the last. */
function keptOf({ values, isOrdered }: Groups, sums: readonly Counted[], limit: number): number[] {
  const filled = values.flatMap((value, group) =>
    value !== null && sums[group]!.sessions > 0 ? [group] : [],
  );
  if (isOrdered) return filled.slice(-limit);
  const texts = (group: number) => values[group]!;
  return filled
    .sort((one, other) => sums[other]!.sessions - sums[one]!.sessions || (texts(one) < texts(other) ? -1 : 1))
    .slice(0, limit);
}

/** The same groups, with those that are not kept merged into one. */
function narrowed(groups: Groups, sums: readonly Counted[], limit: number): Groups {
  const kept = keptOf(groups, sums, limit);
  const filled = sums.filter(({ sessions }) => sessions > 0).length;
  if (groups.table === null || filled <= kept.length) return groups;
  const group = new Map(kept.map((old, now) => [old, now]));
  const table = Uint32Array.from(groups.table, (old) => group.get(old) ?? kept.length);
  const values = [...kept.map((old) => groups.values[old]!), null];
  return { ...groups, table, values, summed: filled - kept.length };
}

function gridOf(rows: Groups, columns: Groups, counts: Counted[][]): Grid {
  const rowSums = counts.map(summed);
  const columnSums = columns.values.map((_, column) => summed(counts.map((row) => row[column]!)));
  const keptRows = keptOf(rows, rowSums, most.rows);
  const keptColumns = keptOf(columns, columnSums, most.columns);
  const otherRows = othersOf(rowSums, keptRows);
  const otherColumns = othersOf(columnSums, keptColumns);
  const across = (row: readonly Counted[]) => [
    ...keptColumns.map((column) => row[column]!),
    ...(otherColumns.length > 0 ? [summed(otherColumns.map((column) => row[column]!))] : []),
  ];
  const others = columns.values.map((_, column) => summed(otherRows.map((row) => counts[row]![column]!)));
  const hidden = (left: readonly number[], groups: Groups) =>
    left.length + Math.max(0, groups.summed - Number(left.some((group) => groups.values[group] === null)));
  return {
    rows: [...keptRows.map((row) => rows.values[row]!), ...(otherRows.length > 0 ? [null] : [])],
    columns: [
      ...keptColumns.map((column) => columns.values[column]!),
      ...(otherColumns.length > 0 ? [null] : []),
    ],
    counts: [
      ...keptRows.map((row) => across(counts[row]!)),
      ...(otherRows.length > 0 ? [across(others)] : []),
    ],
    others: { rows: hidden(otherRows, rows), columns: hidden(otherColumns, columns) },
  };
}

function othersOf(sums: readonly Counted[], kept: readonly number[]): number[] {
  const set = new Set(kept);
  return sums.flatMap(({ sessions }, group) => (sessions > 0 && !set.has(group) ? [group] : []));
}
