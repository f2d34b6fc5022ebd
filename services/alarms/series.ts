/**
 * Kinds of series that are watched, hour by hour. A series' name begins with its kind:
 * - `site:`, `survey:c`, `source:c/7`: leads, out of the visits that ended in that hour
 * - `place:c/AtFault`: visits that were left at a place, out of those that reached it
 * - `service:emailCheck`: failed calls, out of all that answers made
 */
export const seriesKinds = ["service", "site", "survey", "source", "place"] as const;
export type SeriesKind = (typeof seriesKinds)[number];

/** What an alarm is about: more failed calls, fewer leads, fewer leads per visit, more visits left. */
export const aspects = ["failures", "leads", "conversion", "dropOff"] as const;
export type Aspect = (typeof aspects)[number];

/** Counts by series name. */
export type HourCounts = Record<string, [hits: number, tries: number]>;

/** One thing that is watched: an aspect of a series. */
export type Watched = { series: string; aspect: Aspect };

export type Named = { kind: SeriesKind; survey: string; name: string };

/** Reads the name of a series. */
export function namedBy(series: string): Named {
  const [kind, rest = ""] = series.split(/:(.*)/s) as [SeriesKind, string?];
  if (kind === "survey") return { kind, survey: rest, name: "" };
  if (kind === "service" || kind === "site") return { kind, survey: "", name: rest };
  const [survey = "", name = ""] = rest.split(/\/(.*)/s);
  return { kind, survey, name };
}

/** The series whose usual rate is the prior for a small one: a source's survey, a survey's site; none for the others. */
export function parentOf(series: string): string | undefined {
  const { kind, survey } = namedBy(series);
  return kind === "source" ? `survey:${survey}` : kind === "survey" ? "site:" : undefined;
}

export function aspectsOf(series: string): readonly Aspect[] {
  const { kind } = namedBy(series);
  if (kind === "service") return ["failures"];
  return kind === "place" ? ["dropOff"] : ["leads", "conversion"];
}
