import type { Arrival } from "../../../../machines/context/tracking.ts";
import { leafShown } from "../../../../machines/graph/passages.ts";
import { findEntry, variants } from "../../../../machines/registry.ts";
import { surveyAt } from "../../../../machines/visit/open-visit.ts";
import { readVisit } from "../../../../machines/visit/visit-state.ts";
import { dayText } from "../../../calendar/days.ts";
import { remembering } from "../../../observe/remembering.ts";
import { refusalsIn } from "../../../store/analytics/first-views.ts";
import { type FirstRefusals, type KeptViews, sumOfRefusals } from "../../../store/rows.ts";
import type { RatedViews } from "../types.ts";
import type { Conditions } from "./conditions.ts";
import { type Counts, passingBlocks } from "./count.ts";
import type { SessionIndex } from "./session-index.ts";
import { shorts, words } from "./sessions.ts";

/**
 * First views of a survey that pass a query's filters. Unknown because of:
 * - `filters`: they ask for something that is unknown before the first answer
 * - `older`: some sessions began before views were counted; `from` is the first day without such, if any
 */
export type ViewNumbers =
  | { isKnown: true; count: number; rated: RatedViews }
  | { isKnown: false; why: "filters" | "older"; from: string | null };

/** First views without a session. There can be more sessions than views, because a crash loses views. */
export function bouncesOf(views: number, sessions: number): number {
  return Math.max(0, views - sessions);
}

/** The first views of one variant, one column for each property: 14 bytes for each source and hour. */
export class Views {
  readonly source = words();
  readonly hour = words();
  readonly day = shorts();
  readonly views = words();
  /** By row; few have any. */
  readonly refused = new Map<number, FirstRefusals>();

  get count(): number {
    return this.source.length;
  }

  /** Writes a row at a position: appends it, or replaces an earlier version of it. */
  put(
    at: number,
    { hour, day, views, refused: stored }: Pick<KeptViews, "hour" | "day" | "views" | "refused">,
    source: number,
  ): void {
    const refused = refusalsIn(stored);
    if (refused) this.refused.set(at, refused);
    else this.refused.delete(at);
    this.source.set(at, source);
    this.hour.set(at, hour);
    this.day.set(at, day);
    this.views.set(at, views);
  }
}

/** The first hour with counted views, for real and simulated data; later than any hour if there are none. */
export type Since = readonly [real: number, simulated: number];

const never = 0xffffffff;

/** The hour from which the views of a variant are known. */
export function viewsSince({ sources }: SessionIndex, views: Views | undefined): Since {
  const since: [number, number] = [never, never];
  for (let at = 0; at < (views?.count ?? 0); at++) {
    const kind = sources.simulated.values[views!.source.values[at]!] as 0 | 1;
    // A row may contain nothing but refusals.
    if (views!.views.values[at] === 0) continue;
    since[kind] = Math.min(since[kind], views!.hour.values[at]!);
  }
  return since;
}

/**
 * Calls `use` for each row of views that passes the conditions on sources and days, then for each visit that they set apart,
 * with -1: its first view is not one of the others' either.
 */
export function eachView(
  index: SessionIndex,
  variant: string,
  conditions: Conditions,
  use: (source: number, views: number, hour: number, day: number) => void,
): void {
  const views = index.viewsOfVariant(variant);
  if (!views) return;
  const { source: passing, firstDay, lastDay } = conditions;
  const [source, day] = [views.source.values, views.day.values];
  for (let at = 0; at < views.count; at++) {
    const d = day[at]!;
    if (passing[source[at]!] === 0 || d < firstDay || d > lastDay) continue;
    use(source[at]!, views.views.values[at]!, views.hour.values[at]!, d);
  }
  const since = viewsSince(index, views);
  eachApart(index, variant, conditions, (source, hour, day) => {
    const isSeen = hour >= since[index.sources.simulated.values[source] as 0 | 1];
    if (isSeen) use(source, -1, hour, day);
  });
}

/** Calls `use` for each visit that the conditions set apart for its speed alone. @returns how many these are */
export function eachApart(
  index: SessionIndex,
  variant: string,
  { setApart }: Conditions,
  use: (source: number, hour: number, day: number) => void = () => {},
): number {
  const sessions = index.ofVariant(variant);
  if (!sessions || !setApart || sessions.fastCount === 0) return 0;
  let count = 0;
  for (const block of passingBlocks(sessions, setApart)) {
    count += block.count;
    for (let index = 0; index < block.count; index++) {
      const at = block.at[index]!;
      use(sessions.source.values[at]!, sessions.hour.values[at]!, sessions.day.values[at]!);
    }
  }
  return count;
}

/** Visitors can make up landing paths and flags. */
const remember = remembering<string>(10_000);

/** The node where a survey begins today for a path and page flags. @param flags as in `AnalyticsSource` */
export function firstPlace(code: string, path: string, flags: string): string | undefined {
  const variant = variants.get(code);
  if (!variant) return undefined;
  return remember(`${code} ${path} ${flags}`, () => {
    const named = findEntry(path);
    const [firstPath = ""] = Object.keys(variant.entries);
    const entry = named?.variant.code === code ? named : { path: firstPath, variant, defaults: {} };
    const body: Arrival = { path: entry.path, query: { flags }, referer: "" };
    return leafShown(readVisit(surveyAt(entry, {}), [{ at: 0, kind: "entry", body }]));
  });
}

/** Counts of one pass over a variant's first views. */
type Looked = {
  views: number;
  bySource: Float64Array;
  /** First views that rates count. */
  ratedBySource: Float64Array;
  /** The first hour since 1970 of the views that rates do not count; infinite without any. */
  firstLate: number;
  lastDay: number;
};

export function countViews(index: SessionIndex, variant: string, conditions: Conditions): Looked {
  const { count: length, simulated } = index.sources;
  const [bySource, ratedBySource] = [new Float64Array(length), new Float64Array(length)];
  const looked = { views: 0, bySource, ratedBySource, firstLate: Number.POSITIVE_INFINITY, lastDay: -1 };
  eachView(index, variant, conditions, (source, count, hour, day) => {
    looked.views += count;
    bySource[source]! += count;
    if (hour < conditions.settledHour || simulated.values[source] === 1) ratedBySource[source]! += count;
    else looked.firstLate = Math.min(looked.firstLate, hour);
    looked.lastDay = Math.max(looked.lastDay, day);
  });
  return looked;
}

/** A query's first views, if they are known for all of its sessions. */
export function viewNumbersOf(
  { canBeViews }: Pick<Conditions, "canBeViews">,
  { unseen }: Pick<Counts, "unseen">,
  { views, lastDay }: Looked,
  rated: RatedViews,
): ViewNumbers {
  if (!canBeViews) return { isKnown: false, why: "filters", from: null };
  if (unseen.sessions === 0) return { isKnown: true, count: views, rated };
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

/** Refusals by first forms for visitors without a stored visit, by the node that shows the form. */
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
  // A process that was killed may have lost corrections made after it.
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
 * @param begunAt how many sessions began at a node
 */
export function lookedOnly(
  views: ReadonlyMap<string, number>,
  begunAt: (place: string) => number,
  bounces: number,
): ReadonlyMap<string, number> {
  let left = bounces;
  return new Map(
    [...views].map(([place, seen]) => {
      const begun = begunAt(place);
      const looked = Math.min(left, Math.max(0, seen - begun));
      left -= looked;
      return [place, looked];
    }),
  );
}
