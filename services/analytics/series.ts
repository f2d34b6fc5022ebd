/** How long the steps of a series are. */
export const seriesSteps = ["hour", "day", "week"] as const;
export type SeriesStep = (typeof seriesSteps)[number];

/** So many steps are given at most, the newest: two weeks of hours, two years of days, twenty of weeks. */
export const mostSteps: Record<SeriesStep, number> = { hour: 14 * 24, day: 731, week: 1_040 };

/** What began within one step. `at`: an hour since 1970 (UTC), or a counted day of the site's time zone, of a week its Monday. */
export type SeriesPoint = {
  at: number;
  /** Null where they are not known for all of its sessions. */
  views: number | null;
  sessions: number;
  /** Sessions that left, and those that may go on yet. */
  left: number;
  underWay: number;
  leads: number;
  qualified: number;
};

/** The first step in which something was seen, of all steps there are, whatever the filters. */
export type FirstSeen = { kind: "version" | "flag"; name: string; at: number };

export type Series = {
  step: SeriesStep;
  /** Each step from the first with anything to the last, in order. */
  points: SeriesPoint[];
  /** Sessions that are in none: of older ones only the day is known. */
  unplaced: number;
  /** The series begins earlier than its points. */
  isCut: boolean;
  /** But for what was there from the beginning. */
  firstSeen: FirstSeen[];
};

/** The Monday of a counted day; day 0 was a Thursday. */
function mondayOf(day: number): number {
  return day - ((day + 3) % 7);
}

const weekDays = 7;

/** The step of an hour and a day, and how far the next one is. */
export function stepOf(step: SeriesStep): { of: (hour: number, day: number) => number; next: number } {
  if (step === "hour") return { of: (hour) => hour, next: 1 };
  return step === "day"
    ? { of: (_, day) => day, next: 1 }
    : { of: (_, day) => mondayOf(day), next: weekDays };
}
