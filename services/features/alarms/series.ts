/**
 * Kinds of series that are watched, hour by hour. A series' name begins with its kind:
 * - `site:`, `survey:c`, `source:c/7`: leads, out of the visits that ended in that hour
 * - `place:c/AtFault`: visits that were left at a place, out of those that reached it
 * - `service:emailCheck`: failed calls, out of all that answers made
 */
export const seriesKinds = ["service", "site", "survey", "source", "place"] as const;
type SeriesKind = (typeof seriesKinds)[number];

/** An alarm's subject: more failed calls, fewer leads, fewer leads per visit, more visits left. */
export const aspects = ["failures", "leads", "conversion", "dropOff"] as const;
export type Aspect = (typeof aspects)[number];

/** Counts by series name. */
export type HourCounts = Record<string, [hits: number, tries: number]>;

/** A watched pair: an aspect of a series. */
export type Watched = { series: string; aspect: Aspect };

type Named = { kind: SeriesKind; survey: string; name: string };

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

/** Hours of history that a forecast uses: ten weeks. */
export const historyHours = 70 * 24;

/**
 * Visits that a series needs to be watched. Smaller ones get no arrays: anybody can make up sources by editing an
 * address.
 */
export const minTries = 100;

/** The hourly counts of one series. */
export type Counts = { hits: Float64Array; tries: Float64Array };

/** Everything that was counted in a range of consecutive hours. */
export type History = {
  /** The first hour, counted since 1970. */
  first: number;
  hours: number;
  /** 0 to 167 in the site's time zone, for each hour. */
  hourOfWeek: Uint8Array;
  counts: Map<string, Counts>;
};

/** An hour's counts by series; `hour` counts since 1970. */
export type CountedHour = { hour: number; counts: HourCounts };

/** Arranges counted hours into one array per series; a missing hour counts as zero. @param counted in order of their hours */
export function historyOf(counted: readonly CountedHour[], hourOfWeek: (hour: number) => number): History {
  const first = counted[0]?.hour ?? 0;
  const hours = counted.length === 0 ? 0 : counted.at(-1)!.hour - first + 1;
  const triesOf = new Map<string, number>();
  for (const { counts } of counted) {
    for (const [series, [, tries]] of Object.entries(counts)) {
      triesOf.set(series, (triesOf.get(series) ?? 0) + tries);
    }
  }
  const counts = new Map<string, Counts>();
  for (const { hour, counts: ofHour } of counted) {
    for (const [series, [hits, tries]] of Object.entries(ofHour)) {
      if (triesOf.get(series)! < minTries) continue;
      const known = counts.get(series) ?? { hits: new Float64Array(hours), tries: new Float64Array(hours) };
      counts.set(series, known);
      known.hits[hour - first] = hits;
      known.tries[hour - first] = tries;
    }
  }
  return {
    first,
    hours,
    hourOfWeek: Uint8Array.from({ length: hours }, (_, at) => hourOfWeek(first + at)),
    counts,
  };
}

const hourMs = 3_600_000;
const days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/**
 * @returns a function from an hour since 1970 to the hour of the week (0 to 167) in a time zone, daylight saving time
 *   included. In a zone half an hour off, the local hour in which it begins counts.
 */
export function weekHours(timeZone: string): (hour: number) => number {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    weekday: "short",
    hour: "2-digit",
    hourCycle: "h23",
  });
  return (hour) => {
    const parts = format.formatToParts(hour * hourMs);
    const textOf = (wanted: string) => parts.find(({ type }) => type === wanted)!.value;
    return days.indexOf(textOf("weekday")) * 24 + Number(textOf("hour"));
  };
}
