import { mostSteps, type Series, type SeriesPoint, type SeriesStep, stepOf } from "../series.ts";
import type { Query } from "../types.ts";
import { conditionsOf } from "./conditions.ts";
import { disqualified, open, qualified, underWay, width } from "./count.ts";
import { firstSeenOf } from "./first-seen.ts";
import { passingOf } from "./passing.ts";
import type { SessionIndex } from "./session-index.ts";
import type { Sessions } from "./sessions.ts";
import { eachView, viewsSince } from "./views.ts";

/** The sessions and views of a query by the step in which they began. */
export function seriesIn(
  index: SessionIndex,
  { variant, data = "real", filters = {} }: Query,
  asOf: number,
  step: SeriesStep,
): Series {
  const sessions = index.ofVariant(variant);
  const views = index.viewsOfVariant(variant);
  const conditions = conditionsOf(index, variant, data, filters, asOf);
  const { of, next } = stepOf(step);
  const since = viewsSince(index, views);
  const simulated = index.sources.simulated.values;
  const range = { first: Number.POSITIVE_INFINITY, last: -1 };
  const widen = (at: number) => {
    range.first = Math.min(range.first, at);
    range.last = Math.max(range.last, at);
  };

  const all = sessions && placed(sessions, passingOf(sessions, conditions), of, step === "hour");
  if (all && all.last >= 0) {
    widen(all.first);
    widen(all.last);
  }
  eachView(views, conditions, (_, __, hour, day) => widen(of(hour, day)));
  const firstSeen = firstSeenOf(index, variant, data, step);
  if (range.last < 0) return { step, points: [], unplaced: all?.unplaced ?? 0, isCut: false, firstSeen };

  const first = Math.max(range.first, range.last - next * (mostSteps[step] - 1));
  const count = (range.last - first) / next + 1;
  const byResult = new Uint32Array(count * width);
  const unseen = new Uint32Array(count);
  const seen = new Float64Array(count);
  if (sessions && all) {
    const [source, hour, day] = [sessions.source.values, sessions.hour.values, sessions.day.values];
    for (let at = 0; at < all.results.length; at++) {
      const result = all.results[at]!;
      if (result < 0) continue;
      const slot = (of(hour[at]!, day[at]!) - first) / next;
      if (slot < 0) continue;
      byResult[slot * width + result]!++;
      if (hour[at]! < since[simulated[source[at]!]!]!) unseen[slot]!++;
    }
  }
  eachView(views, conditions, (_, looked, hour, day) => {
    const slot = (of(hour, day) - first) / next;
    if (slot >= 0) seen[slot]! += looked;
  });
  let counted = Number.POSITIVE_INFINITY;
  eachView(views, conditionsOf(index, variant, data, {}, asOf), (_, __, hour, day) => {
    counted = Math.min(counted, of(hour, day));
  });
  const points = Array.from({ length: count }, (_, slot): SeriesPoint => {
    const results = byResult.subarray(slot * width, (slot + 1) * width);
    const isKnown = conditions.canBeViews && first + slot * next >= counted && unseen[slot] === 0;
    return {
      at: first + slot * next,
      views: isKnown ? seen[slot]! : null,
      sessions: results.reduce((sum, each) => sum + each, 0),
      left: results[open]!,
      underWay: results[underWay]!,
      leads: results[qualified]! + results[disqualified]!,
      qualified: results[qualified]!,
    };
  });
  return { step, points, unplaced: all?.unplaced ?? 0, isCut: first > range.first, firstSeen };
}

/** The result of each session, -1 for one that is left out, and between which steps they lie. */
function placed(
  sessions: Sessions,
  passing: (at: number) => number,
  of: (hour: number, day: number) => number,
  byHour: boolean,
): { results: Int8Array; first: number; last: number; unplaced: number } {
  const results = new Int8Array(sessions.count);
  const [hour, day] = [sessions.hour.values, sessions.day.values];
  let [first, last, unplaced] = [Number.POSITIVE_INFINITY, -1, 0];
  for (let at = 0; at < results.length; at++) {
    const result = passing(at);
    const isLost = byHour && hour[at] === 0;
    results[at] = isLost ? -1 : result;
    if (result < 0) continue;
    if (isLost) unplaced++;
    else {
      const step = of(hour[at]!, day[at]!);
      if (step < first) first = step;
      if (step > last) last = step;
    }
  }
  return { results, first, last, unplaced };
}
