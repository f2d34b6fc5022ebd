import { readFlags } from "../../../analytics/source.ts";
import {
  type FirstSeen,
  mostSteps,
  type Series,
  type SeriesAbout,
  type SeriesPoint,
  type SeriesStep,
  stepOf,
} from "../series.ts";
import type { DataKind, Query } from "../types.ts";
import { type Conditions, conditionsOf } from "./conditions.ts";
import { disqualified, open, passingBlocks, qualified, underWay, width } from "./count.ts";
import { outagesIn, partCounts } from "./part-series.ts";
import type { SessionIndex } from "./session-index.ts";
import { isLate, isLateView } from "./standing.ts";
import { eachView, viewsSince } from "./views.ts";

/** When something began: the day, and the hour since 1970 or 0 if unknown. */
type Moment = { day: number; hour: number };
const never: Moment = { day: Number.POSITIVE_INFINITY, hour: 0 };

/**
 * When the versions and page flag values of a survey were first seen, in any session or view. Those of the first day are left
 * out: they were there from the beginning.
 */
function firstSeenOf(index: SessionIndex, variant: string, data: DataKind, step: SeriesStep): FirstSeen[] {
  const { sources } = index;
  const moments = momentsOf(index, variant, data);
  const found = new Map<string, FirstSeen & { moment: Moment }>();
  const note = (kind: FirstSeen["kind"], name: string, moment: Moment) => {
    const key = `${kind} ${name}`;
    const known = found.get(key)?.moment ?? never;
    if (isBefore(moment, known)) found.set(key, { kind, name, at: 0, moment });
  };
  // Grouped first, because there are many sources but few versions and flags.
  earliest(moments, sources.valueOf.version.values).forEach((moment, version) => {
    note("version", sources.values.version.texts[version]!, moment);
  });
  earliest(moments, sources.flags.values).forEach((moment, flags) => {
    for (const [name, value] of Object.entries(readFlags(sources.flagTexts.texts[flags]!)))
      if (name !== "experiment") note("flag", `${name}: ${value}`, moment);
  });
  const firstDay = Math.min(...[...found.values()].map(({ moment }) => moment.day));
  const { of } = stepOf(step);
  return [...found.values()]
    .filter(({ moment }) => moment.day > firstDay && (step !== "hour" || moment.hour > 0))
    .map(({ kind, name, moment }) => ({ kind, name, at: of(moment.hour, moment.day) }))
    .sort((one, other) => one.at - other.at || (one.name < other.name ? -1 : 1));
}

/** The first moment of each group of sources that was seen. */
function earliest(moments: readonly Moment[], group: ArrayLike<number>): Map<number, Moment> {
  const first = new Map<number, Moment>();
  moments.forEach((moment, source) => {
    if (isBefore(moment, first.get(group[source]!) ?? never)) first.set(group[source]!, moment);
  });
  return first;
}

function isBefore(one: Moment, other: Moment): boolean {
  if (one.day !== other.day) return one.day < other.day;
  return one.hour > 0 && (other.hour === 0 || one.hour < other.hour);
}

/** By source: the earliest of its sessions and views. */
function momentsOf(index: SessionIndex, variant: string, data: DataKind): Moment[] {
  const { sources } = index;
  const moments = Array<Moment>(sources.count).fill(never);
  for (const source of sources.numbers(data, variant)) {
    if (sources.sessions.values[source] === 0) continue;
    moments[source] = { day: sources.firstDay.values[source]!, hour: sources.firstHour.values[source]! };
  }
  eachView(index, variant, conditionsOf(index, variant, data, {}, 0), (source, _, hour, day) => {
    const known = moments[source]!;
    if (isBefore({ day, hour }, known)) moments[source] = { day, hour };
  });
  return moments;
}

/** The sessions and views of a query by the step in which they began. */
export function seriesIn(
  index: SessionIndex,
  { variant, data = "real", filters = {} }: Query,
  asOf: number,
  step: SeriesStep,
  about?: SeriesAbout,
): Series {
  const conditions = conditionsOf(index, variant, data, filters, asOf);
  const unit = step === "hour" ? "hour" : "day";
  const counted = countsBy(unit, index, variant, conditions);
  const { byResult, unseen, views } = counted;
  // The hour of older sessions is unknown, which is stored as 0.
  const unplaced = unit === "hour" ? sum(byResult, 0, width) : 0;
  if (unit === "hour") for (const each of [byResult, counted.rated, counted.beside]) each.fill(0, 0, width);
  const firstSeen = firstSeenOf(index, variant, data, step);
  const isUsed = (_: number, time: number) =>
    views[time]! > 0 || sum(byResult, time * width, (time + 1) * width) > 0;
  const earliest = views.findIndex(isUsed);
  const outages = outagesIn(index, { variant, data, filters }, asOf);
  const nothing = { points: [], unplaced, isCut: false, part: null };
  if (earliest < 0) return { step, ...nothing, outages, firstSeen };

  const { of, next } = stepOf(step);
  const stepAt = (time: number) => of(time, time);
  const last = stepAt(views.findLastIndex(isUsed));
  const first = Math.max(stepAt(earliest), last - next * (mostSteps[step] - 1));
  const knownSince = stepAt(firstTime(unit, index, variant, conditionsOf(index, variant, data, {}, asOf)));
  const points = Array.from({ length: (last - first) / next + 1 }, (_, slot): SeriesPoint => {
    const [at, end] = [first + slot * next, first + (slot + 1) * next];
    const summed = (all: ArrayLike<number>) => {
      const of = (result: number) => sum(all, at * width + result, end * width, width);
      const leads = of(qualified) + of(disqualified);
      return { sessions: sum(all, at * width, end * width), leads, qualified: of(qualified), left: of(open) };
    };
    const isKnown = conditions.canBeViews && at >= knownSince && sum(unseen, at, end) === 0;
    const { sessions, leads, qualified: good } = summed(counted.beside);
    return {
      at,
      views: isKnown ? sum(views, at, end) : null,
      ...summed(byResult),
      underWay: sum(byResult, at * width + underWay, end * width, width),
      rated: summed(counted.rated),
      ratedViews: isKnown
        ? { views: sum(counted.ratedViews, at, end), sessions, leads, qualified: good }
        : null,
    };
  });
  const sessions = index.ofVariant(variant);
  const time = sessions?.[unit].values;
  const ofPart = about && sessions && partCounts(index, sessions, conditions, about, time!, views.length);
  const part = ofPart && {
    names: ofPart.names,
    counts: points.map(({ at }) =>
      ofPart.names.map((_, name) => {
        const width = ofPart.names.length;
        return sum(ofPart.counts, at * width + name, (at + next) * width + name, width);
      }),
    ),
  };
  const isCut = first > stepAt(earliest);
  return { step, points, unplaced, isCut, part: part ?? null, outages, firstSeen };
}

type Unit = "hour" | "day";

/**
 * Counts by the hour or day since 1970 in which sessions and views began; those of results at `time * width + result`.
 * Of them, what rates count over all, and beside first views.
 */
function countsBy(
  unit: Unit,
  index: SessionIndex,
  variant: string,
  conditions: Conditions,
): {
  byResult: Uint32Array;
  rated: Uint32Array;
  beside: Uint32Array;
  unseen: Uint32Array;
  views: Float64Array;
  ratedViews: Float64Array;
} {
  const { sources } = index;
  const [sessions, ofVariant] = [index.ofVariant(variant), index.viewsOfVariant(variant)];
  let lastDay = sources.days("both", variant)?.last ?? 0;
  eachView(index, variant, conditions, (_, __, ___, day) => {
    lastDay = Math.max(lastDay, day);
  });
  // Up to the end of the last week, and of the last day in any time zone.
  const length = (lastDay + 7) * (unit === "hour" ? 24 : 1);
  const [byResult, rated] = [new Uint32Array(length * width), new Uint32Array(length * width)];
  const beside = new Uint32Array(length * width);
  const unseen = new Uint32Array(length);
  const [views, ratedViews] = [new Float64Array(length), new Float64Array(length)];
  if (sessions) {
    const since = viewsSince(index, ofVariant);
    const [source, hour, time] = [sessions.source.values, sessions.hour.values, sessions[unit].values];
    const simulated = sources.simulated.values;
    for (const block of passingBlocks(sessions, conditions)) {
      for (let index = 0; index < block.count; index++) {
        const at = block.at[index]!;
        const group = time[at]! * width + block.result[index]!;
        byResult[group]!++;
        rated[group]! += Number(!isLate(sessions, at, conditions));
        beside[group]! += Number(!isLateView(sources, sessions, at, conditions));
        if (hour[at]! < since[simulated[source[at]!] as 0 | 1]) unseen[time[at]!]!++;
      }
    }
  }
  eachView(index, variant, conditions, (source, looked, hour, day) => {
    const at = unit === "hour" ? hour : day;
    views[at]! += looked;
    if (hour < conditions.settledHour || sources.simulated.values[source] === 1) ratedViews[at]! += looked;
  });
  return { byResult, rated, beside, unseen, views, ratedViews };
}

/** The first hour or day with views; infinite if there are none. */
function firstTime(unit: Unit, index: SessionIndex, variant: string, conditions: Conditions): number {
  let first = Number.POSITIVE_INFINITY;
  eachView(index, variant, conditions, (_, __, hour, day) => {
    first = Math.min(first, unit === "hour" ? hour : day);
  });
  return first;
}

/** @param step 1 for all counts between two indexes, `width` for one result */
function sum(counts: ArrayLike<number>, from: number, to: number, step = 1): number {
  let total = 0;
  for (let at = from; at < to; at += step) total += counts[at]!;
  return total;
}
