import type { DataKind, Dimension, Filters } from "./types.ts";

/** So many days of sessions are given, up to the newest. */
export const trendDays = 14;

/** So many values of a dimension have a row of their own; the rest is summed. */
export const mostValues = 200;

export type OverviewQuery = { by: Dimension; data?: DataKind; filters?: Filters };

/** What all surveys came to for one of them, or for one value of a dimension; null for the sum of the rare ones. */
export type OverviewRow = {
  value: string | null;
  /** Null where they are not known for all of its sessions. */
  views: number | null;
  sessions: number;
  leads: number;
  qualified: number;
  /** Sessions of each of the days, the newest last. */
  days: number[];
};

export type Overview = {
  /** As in `Numbers`, as are the next three. */
  asOf: number;
  data: DataKind;
  isBehind: boolean;
  isPartial: boolean;
  /** The newest of the days, `2026-01-31`; null without sessions. */
  lastDay: string | null;
  total: OverviewRow;
  /** By leads, most first; those without sessions and views are left out. */
  surveys: OverviewRow[];
  values: OverviewRow[];
};
