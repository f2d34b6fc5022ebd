import type { Rated, RatedViews } from "./types.ts";

export const seriesSteps = ["hour", "day", "week"] as const;
export type SeriesStep = (typeof seriesSteps)[number];

/** Most steps in a series, the newest: two weeks of hours, two years of days, twenty years of weeks. */
export const mostSteps: Record<SeriesStep, number> = { hour: 14 * 24, day: 731, week: 1_040 };

/** What began within one step. */
export type SeriesPoint = {
  /** The hour since 1970 (UTC), or the day since 1970 in the site's time zone; the Monday of a week. */
  at: number;
  /** Null if unknown for some of its sessions. */
  views: number | null;
  sessions: number;
  /** Sessions that left, and those that may still continue. */
  left: number;
  underWay: number;
  leads: number;
  qualified: number;
  /** What rates count of these sessions (`index/standing.ts`). */
  rated: Rated;
  /** Null where views are. */
  ratedViews: RatedViews | null;
};

/** One part of a survey over time: a step, a refused field, or a called service. */
export type SeriesAbout =
  | { kind: "step"; node: string }
  | { kind: "field"; field: string }
  | { kind: "service"; service: string };

/**
 * Counts of such a part. For a step: the visits that came there and that rates count (`index/standing.ts`), and those
 * of them that left there; for a field: the visits that came to where it is refused, and those of them that it was
 * refused to; for a service: its calls by outcome, `ok` first.
 */
export type SeriesPart = {
  names: string[];
  /** For each point of the series one number for each name. */
  counts: number[][];
};

/** Hours in which a service failed much more often than it does, by when the visits began. */
export type Outage = {
  service: string;
  /** The first hour since 1970 (UTC), and the first that is over it. */
  hour: number;
  end: number;
  failed: number;
  calls: number;
};

/** The first step in which a chart version or page flag was seen, whatever the filters. */
export type FirstSeen = { kind: "version" | "flag"; name: string; at: number };

export type Series = {
  step: SeriesStep;
  /** Every step from the first to the last that is not empty, in order. */
  points: SeriesPoint[];
  /** Sessions missing from an hourly series: of older sessions only the day is known. */
  unplaced: number;
  /** True if steps before the first point are left out. */
  isCut: boolean;
  /** Null unless one part is asked about. */
  part: SeriesPart | null;
  outages: Outage[];
  /** What was there from the first day is left out. */
  firstSeen: FirstSeen[];
};

/** The Monday of a day's week; day 0 was a Thursday. */
function mondayOf(day: number): number {
  return day - ((day + 3) % 7);
}

const weekDays = 7;

/** Finds the step of an hour and day; `next` is how far apart two steps are. */
export function stepOf(step: SeriesStep): { of: (hour: number, day: number) => number; next: number } {
  if (step === "hour") return { of: (hour) => hour, next: 1 };
  return step === "day"
    ? { of: (_, day) => day, next: 1 }
    : { of: (_, day) => mondayOf(day), next: weekDays };
}
