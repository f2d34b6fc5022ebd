import { start } from "../../../machines/graph/names.ts";
import { dayText } from "../days.ts";
import { firstPlace } from "../first-views/first-place.ts";
import type { ViewNumbers } from "../first-views/views.ts";
import type { EdgeNumbers } from "../types.ts";
import type { Conditions } from "./conditions.ts";
import type { Counts } from "./count.ts";
import type { SessionIndex } from "./session-index.ts";
import { eachView } from "./views.ts";

/** Counts of one pass over a variant's first views. */
type Looked = { views: number; bySource: Float64Array; lastDay: number };

export function countViews(index: SessionIndex, variant: string, conditions: Conditions): Looked {
  const looked: Looked = { views: 0, bySource: new Float64Array(index.sources.count), lastDay: -1 };
  eachView(index, variant, conditions, (source, count, _, day) => {
    looked.views += count;
    looked.bySource[source]! += count;
    looked.lastDay = Math.max(looked.lastDay, day);
  });
  return looked;
}

/** A query's first views, if they are known for all of its sessions. */
export function viewNumbersOf(
  { canBeViews }: Pick<Conditions, "canBeViews">,
  { unseen }: Pick<Counts, "unseen">,
  { views, lastDay }: Looked,
): ViewNumbers {
  if (!canBeViews) return { isKnown: false, why: "filters", from: null };
  if (unseen.sessions === 0) return { isKnown: true, count: views };
  const from = unseen.lastDay + 1;
  return { isKnown: false, why: "older", from: from <= lastDay ? dayText(from) : null };
}

/** Views by the node that they showed. @param bySource views by number of their source */
export function viewsByPlace(
  { sources }: SessionIndex,
  code: string,
  bySource: Float64Array,
): ReadonlyMap<string, number> {
  const byPlace = new Map<string, number>();
  bySource.forEach((views, source) => {
    if (views === 0) return;
    const path = sources.values.path.texts[sources.valueOf.path.values[source]!]!;
    const flags = sources.flagTexts.texts[sources.flags.values[source]!]!;
    const place = firstPlace(code, path, flags);
    if (place !== undefined) byPlace.set(place, (byPlace.get(place) ?? 0) + views);
  });
  return byPlace;
}

/**
 * Views without a session, by node. They are capped to `bounces` in all, because under an older chart
 * sessions began at other nodes.
 */
export function lookedOnly(
  views: ReadonlyMap<string, number>,
  edges: readonly Pick<EdgeNumbers, "id" | "sessions">[],
  bounces: number,
): ReadonlyMap<string, number> {
  let left = bounces;
  return new Map(
    [...views].map(([place, seen]) => {
      const begun = edges.find(({ id }) => id === `${start}->${place}`)?.sessions ?? 0;
      const looked = Math.min(left, Math.max(0, seen - begun));
      left -= looked;
      return [place, looked];
    }),
  );
}
