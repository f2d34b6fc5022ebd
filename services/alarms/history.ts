import type { HourCounts } from "./series.ts";

/** Hours that an alarm looks back on: ten weeks. */
export const historyHours = 70 * 24;

/** Visits that a series needs to be watched. One with fewer is not laid out: visitors come by whatever address they like. */
export const leastTries = 100;

/** The counts of one series, hour by hour. */
export type Counts = { hits: Float64Array; tries: Float64Array };

/** Everything that was counted in some hours on end. */
export type History = {
  /** The first hour, since 1970. */
  first: number;
  hours: number;
  /** 0 to 167 in the site's time zone, for each hour. */
  hourOfWeek: Uint8Array;
  counts: Map<string, Counts>;
};

/** An hour's counts by series; `hour` counts since 1970. */
export type CountedHour = { hour: number; counts: HourCounts };

/** Lays hours that were counted one after the other; one that is missing had nothing. */
export function historyOf(counted: readonly CountedHour[], hourOfWeek: (hour: number) => number): History {
  const first = counted[0]?.hour ?? 0;
  const hours = counted.length === 0 ? 0 : counted.at(-1)!.hour - first + 1;
  const inAll = new Map<string, number>();
  for (const { counts } of counted) {
    for (const [series, [, tries]] of Object.entries(counts)) {
      inAll.set(series, (inAll.get(series) ?? 0) + tries);
    }
  }
  const counts = new Map<string, Counts>();
  for (const { hour, counts: ofHour } of counted) {
    for (const [series, [hits, tries]] of Object.entries(ofHour)) {
      if (inAll.get(series)! < leastTries) continue;
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

/** Tells the hour of the week in a time zone, summer time included; an hour that begins at half past counts as begun. */
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
