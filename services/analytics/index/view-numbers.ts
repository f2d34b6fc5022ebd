import { start } from "../../../machines/graph/names.ts";
import { type FirstRefusals, sumOfRefusals } from "../../store/rows.ts";
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
  index: SessionIndex,
  code: string,
  bySource: Float64Array,
): ReadonlyMap<string, number> {
  const byPlace = new Map<string, number>();
  bySource.forEach((views, source) => {
    if (views === 0) return;
    const place = placeOf(index, code, source);
    if (place !== undefined) byPlace.set(place, (byPlace.get(place) ?? 0) + views);
  });
  return byPlace;
}

/** What first forms refused to visitors of whom no visit is stored, by the node that shows the form. */
export function firstRefusals(
  index: SessionIndex,
  code: string,
  { canBeViews, source: passing, firstDay, lastDay }: Conditions,
): ReadonlyMap<string, FirstRefusals> {
  const views = index.viewsOfVariant(code);
  const byPlace = new Map<string, FirstRefusals>();
  if (!views || !canBeViews) return byPlace;
  for (const [at, refused] of views.refused) {
    const [source, day] = [views.source.values[at]!, views.day.values[at]!];
    const place = passing[source] && day >= firstDay && day <= lastDay && placeOf(index, code, source);
    const sum = place && sumOfRefusals(byPlace.get(place), refused);
    if (place && sum) byPlace.set(place, sum);
  }
  // A process that was killed may have lost what was taken back after it.
  for (const [place, { answers, fields }] of byPlace) {
    const counted = Object.entries(fields).filter(([, times]) => times > 0);
    byPlace.set(place, { answers: Math.max(0, answers), fields: Object.fromEntries(counted) });
  }
  return byPlace;
}

/** Where those of a source begin. */
function placeOf({ sources }: SessionIndex, code: string, source: number): string | undefined {
  const path = sources.values.path.texts[sources.valueOf.path.values[source]!]!;
  return firstPlace(code, path, sources.flagTexts.texts[sources.flags.values[source]!]!);
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
