import { readFlags } from "../source.ts";
import { type Choice, type DataKind, dimensions, type Numbers } from "../types.ts";
import { isOfViews } from "./conditions.ts";
import { type Counts, disqualified, qualified, width } from "./count.ts";
import type { SessionIndex } from "./session-index.ts";

/** Values listed for a dimension; filters accept any value. */
const maxChoices = 200;

/** Counts by the number of a source, a reason or a value. */
type Columns = { [name in "all" | "views" | "sessions" | "leads" | "qualified"]: Float64Array };

/**
 * The counts of each value of each dimension, with and without the filters.
 * @param views by source; null if unknown
 */
export function choicesOf(
  { sources, reasons }: SessionIndex,
  variant: string,
  data: DataKind,
  counts: Counts,
  views: Float64Array | null,
): Pick<Numbers, "choices" | "rest"> {
  const all = new Uint32Array(sources.count);
  for (const source of sources.numbers(data, variant)) all[source] = sources.sessions.values[source]!;
  const bySource = columnsOf(all, counts.bySource, views ?? undefined);
  const byDimension = dimensions.map((name) => {
    const { texts } = sources.values[name];
    const groups = grouped(bySource, sources.valueOf[name].values, texts.length);
    return [name, ranked(texts, groups, views !== null && isOfViews(name))] as const;
  });
  const { texts } = sources.flagTexts;
  const dqReasons = listed(reasons.texts, columnsOf(sources.byReason(variant, data), counts.byReason), false);
  const first = byDimension.map(([name, all]) => [name, all.slice(0, maxChoices)]);
  const others = byDimension.map(([name, all]) => [name, all.slice(maxChoices)] as const);
  return {
    choices: {
      ...(Object.fromEntries(first) as Record<(typeof dimensions)[number], Choice[]>),
      dqReason: dqReasons.filter(({ value }) => value !== ""),
      flags: flagChoices(texts, grouped(bySource, sources.flags.values, texts.length), views !== null),
    },
    rest: Object.fromEntries(
      others.flatMap(([name, all]) => (all.length > 0 ? [[name, together(all)]] : [])),
    ),
  };
}

function together(all: readonly Choice[]) {
  const sum = (of: "all" | "sessions" | "leads" | "qualified") =>
    all.reduce((total, choice) => total + choice[of], 0);
  const areViewsKnown = all.every(({ views }) => views !== null);
  return {
    values: all.length,
    views: areViewsKnown ? all.reduce((total, { views }) => total + views!, 0) : null,
    ...{ all: sum("all"), sessions: sum("sessions"), leads: sum("leads"), qualified: sum("qualified") },
  };
}

/** Flags with only one value are left out: there is nothing to choose. */
function flagChoices(texts: readonly string[], byText: Columns, hasViews: boolean): Record<string, Choice[]> {
  const known = texts.map(readFlags);
  const names = Object.keys(known[0] ?? {});
  const byFlag = names.map((name) => {
    const values = [...new Set(known.map((flags) => flags[name]!))];
    const numbers = known.map((flags) => values.indexOf(flags[name]!));
    return [name, listed(values, grouped(byText, numbers, values.length), hasViews)] as const;
  });
  return Object.fromEntries(byFlag.filter(([, choices]) => choices.length > 1));
}

/** @param counts by number and result */
function columnsOf(
  all: Uint32Array,
  counts: Uint32Array,
  views: Float64Array = new Float64Array(all.length),
): Columns {
  const columns = { ...noColumns(all.length), views };
  for (let number = 0; number < all.length; number++) {
    columns.all[number] = all[number]!;
    for (let result = 0; result < width; result++) {
      columns.sessions[number]! += counts[number * width + result]!;
    }
    columns.qualified[number] = counts[number * width + qualified]!;
    columns.leads[number] = columns.qualified[number]! + counts[number * width + disqualified]!;
  }
  return columns;
}

/** Sums the counts of everything in the same group. */
function grouped(columns: Columns, groups: ArrayLike<number>, count: number): Columns {
  const sums = noColumns(count);
  for (let number = 0; number < columns.all.length; number++) {
    const group = groups[number]!;
    sums.all[group]! += columns.all[number]!;
    sums.views[group]! += columns.views[number]!;
    sums.sessions[group]! += columns.sessions[number]!;
    sums.leads[group]! += columns.leads[number]!;
    sums.qualified[group]! += columns.qualified[number]!;
  }
  return sums;
}

function noColumns(length: number): Columns {
  const column = () => new Float64Array(length);
  return { all: column(), views: column(), sessions: column(), leads: column(), qualified: column() };
}

const listed = (...of: Parameters<typeof ranked>) => ranked(...of).slice(0, maxChoices);

/** Those that the filters leave come first, so that a cut takes none of them before others. */
function ranked(
  values: readonly string[],
  { all, views, sessions, leads, qualified: good }: Columns,
  hasViews: boolean,
): Choice[] {
  return values
    .map((value, number) => ({
      value,
      all: all[number]!,
      views: hasViews ? views[number]! : null,
      sessions: sessions[number]!,
      leads: leads[number]!,
      qualified: good[number]!,
    }))
    .filter((choice) => choice.all > 0 || choice.views! > 0)
    .sort(
      (one, other) =>
        other.sessions - one.sessions || other.all - one.all || (one.value < other.value ? -1 : 1),
    );
}
