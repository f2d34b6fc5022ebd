import { dayNumber, dayText } from "../../../calendar/days.ts";
import type { DataKind, Dimension, Filters, Rated, RatedViews } from "../types.ts";
import { conditionsOf, isOfViews } from "./conditions.ts";
import { disqualified, open, passingBlocks, qualified, width } from "./count.ts";
import { behindMs } from "./numbers.ts";
import type { SessionIndex } from "./session-index.ts";
import { isLate, isLateView } from "./standing.ts";
import { eachApart, eachView, viewsSince } from "./views.ts";

/** Days of the trend, up to the newest. */
const trendDays = 14;

/** Values of a dimension that get a row of their own; the rest are summed. */
const mostValues = 200;

export type OverviewQuery = { by: Dimension; data?: DataKind; filters?: Filters };

/** The results of one survey, or of all surveys for one value of a dimension. */
export type OverviewRow = {
  /** Null for the sum of the rare values. */
  value: string | null;
  /** Null if unknown for some of its sessions. */
  views: number | null;
  sessions: number;
  leads: number;
  qualified: number;
  /** What rates count of these (`standing.ts`). */
  rated: Rated;
  ratedViews: RatedViews;
  /** Sessions on each of the last `trendDays` days, the newest last. */
  days: number[];
};

export type Overview = {
  /** These five as in `Numbers`. */
  asOf: number;
  data: DataKind;
  isBehind: boolean;
  isPartial: boolean;
  setApart: number;
  /** The newest of the days, `2026-01-31`; null without sessions. */
  lastDay: string | null;
  total: OverviewRow;
  /** Most leads first; those without sessions and views are left out. */
  surveys: OverviewRow[];
  values: OverviewRow[];
};

/** Counts by source, of all surveys; rows are sums of them. */
type BySource = {
  results: Uint32Array;
  /** The results that rates count, over all sessions and over those beside first views. */
  rated: Uint32Array;
  beside: Uint32Array;
  ratedViews: Float64Array;
  days: Uint32Array;
  views: Float64Array;
  /** Sessions that began before views were counted. */
  unseen: Uint32Array;
};

/** All surveys side by side, and their sessions by one dimension, in one pass. */
export function overviewIn(
  index: SessionIndex,
  { by, data = "real", filters = {} }: OverviewQuery,
  asOf: number,
  now: number,
): Overview {
  const { sources } = index;
  const { count } = sources;
  // Whatever the other filters, so that all trends end on the same day.
  const last = sources.days(data)?.last ?? -1;
  const newest = filters.to ? Math.min(last, dayNumber(filters.to)) : last;
  const counted: BySource = {
    results: new Uint32Array(count * width),
    rated: new Uint32Array(count * width),
    beside: new Uint32Array(count * width),
    ratedViews: new Float64Array(count),
    days: new Uint32Array(count * trendDays),
    views: new Float64Array(count),
    unseen: new Uint32Array(count),
  };
  let [canBeViews, setApart] = [true, 0];
  for (const code of sources.variants.texts) {
    const conditions = conditionsOf(index, code, data, filters, asOf);
    const views = index.viewsOfVariant(code);
    const sessions = index.ofVariant(code);
    if (sessions) {
      const since = viewsSince(index, views);
      const [source, day, hour] = [sessions.source.values, sessions.day.values, sessions.hour.values];
      for (const block of passingBlocks(sessions, conditions)) {
        for (let index = 0; index < block.count; index++) {
          const at = block.at[index]!;
          const s = source[at]!;
          const group = s * width + block.result[index]!;
          counted.results[group]!++;
          counted.rated[group]! += Number(!isLate(sessions, at, conditions));
          counted.beside[group]! += Number(!isLateView(sources, sessions, at, conditions));
          if (hour[at]! < since[sources.simulated.values[s] as 0 | 1]) counted.unseen[s]!++;
          const slot = trendDays - 1 - (newest - day[at]!);
          if (slot >= 0) counted.days[s * trendDays + slot]!++;
        }
      }
    }
    eachView(index, code, conditions, (source, looked, hour) => {
      counted.views[source]! += looked;
      const isRated = hour < conditions.settledHour || sources.simulated.values[source] === 1;
      counted.ratedViews[source]! += isRated ? looked : 0;
    });
    canBeViews = conditions.canBeViews;
    setApart += eachApart(index, code, conditions);
  }
  const rowsBy = (group: ArrayLike<number>, texts: readonly string[], areViewsKnown: boolean) =>
    rowsOf(counted, count, group, texts, canBeViews && areViewsKnown);
  const [total] = rowsBy(new Uint8Array(count), ["all"], true);
  return {
    asOf,
    data,
    isBehind: now - asOf > behindMs,
    isPartial: index.isPartial,
    setApart,
    lastDay: newest < 0 ? null : dayText(newest),
    total: total ?? { ...nothing(), value: "all" },
    surveys: rowsBy(sources.variant.values, sources.variants.texts, true),
    values: cut(rowsBy(sources.valueOf[by].values, sources.values[by].texts, isOfViews(by))),
  };
}

/** The sums of each group, most leads first. @param group by source */
function rowsOf(
  { results, rated, beside, ratedViews, days, views, unseen }: BySource,
  count: number,
  group: ArrayLike<number>,
  texts: readonly string[],
  areViewsKnown: boolean,
): OverviewRow[] {
  const rows = texts.map((value) => ({ ...nothing(), value, views: areViewsKnown ? 0 : null }));
  for (let source = 0; source < count; source++) {
    const row = rows[group[source]!]!;
    const ofSource = (all: Uint32Array) => all.subarray(source * width, (source + 1) * width);
    add(row, ofSource(results));
    add(row.rated, ofSource(rated));
    row.rated.left += ofSource(rated)[open]!;
    add(row.ratedViews, ofSource(beside));
    row.ratedViews.views += ratedViews[source]!;
    row.views = row.views === null || unseen[source]! > 0 ? null : row.views + views[source]!;
    for (let day = 0; day < trendDays; day++) row.days[day]! += days[source * trendDays + day]!;
  }
  return rows
    .filter(({ sessions, views: looked }) => sessions > 0 || (looked ?? 0) > 0)
    .sort(
      (one, other) =>
        other.leads - one.leads || other.sessions - one.sessions || (one.value < other.value ? -1 : 1),
    );
}

type Sum = { sessions: number; leads: number; qualified: number };

/** @param own counts by result */
function add(sum: Sum, own: Uint32Array): void {
  sum.sessions += own.reduce((all, each) => all + each, 0);
  sum.leads += own[qualified]! + own[disqualified]!;
  sum.qualified += own[qualified]!;
}

const nothing = () => ({
  views: 0,
  sessions: 0,
  leads: 0,
  qualified: 0,
  rated: { sessions: 0, leads: 0, qualified: 0, left: 0 },
  ratedViews: { views: 0, sessions: 0, leads: 0, qualified: 0 },
  days: Array<number>(trendDays).fill(0),
});

/** Sums the rows with the fewest leads into one. */
function cut(rows: readonly OverviewRow[]): OverviewRow[] {
  const rare = rows.slice(mostValues);
  if (rare.length === 0) return [...rows];
  const sum: OverviewRow = { ...nothing(), value: null };
  for (const row of rare) {
    sum.views = sum.views === null || row.views === null ? null : sum.views + row.views;
    for (const name of ["sessions", "leads", "qualified"] as const) {
      sum[name] += row[name];
      sum.rated[name] += row.rated[name];
      sum.ratedViews[name] += row.ratedViews[name];
    }
    sum.rated.left += row.rated.left;
    sum.ratedViews.views += row.ratedViews.views;
    for (let day = 0; day < trendDays; day++) sum.days[day]! += row.days[day]!;
  }
  return [...rows.slice(0, mostValues), sum];
}
