import type { DataKind, Dimension, Filters } from "./types.ts";

/** Days of the trend, up to the newest. */
export const trendDays = 14;

/** Values of a dimension that get a row of their own; the rest are summed. */
export const mostValues = 200;

export type OverviewQuery = { by: Dimension; data?: DataKind; filters?: Filters };

/** The results of one survey, or of all surveys for one value of a dimension. */
export type OverviewRow = {
  /** Null for the sum of the rare values. */
  value: string | null;
  /** Null if not known for all of its sessions. */
  views: number | null;
  sessions: number;
  leads: number;
  qualified: number;
  /** Sessions on each of the last `trendDays` days, the newest last. */
  days: number[];
};

export type Overview = {
  /** These five as in `Numbers`. */
  asOf: number;
  data: DataKind;
  isBehind: boolean;
  isPartial: boolean;
  setApart: number;
  /** The newest of the days, `2026-01-31`; null without sessions. */
  lastDay: string | null;
  total: OverviewRow;
  /** Most leads first; those without sessions and views are left out. */
  surveys: OverviewRow[];
  values: OverviewRow[];
};
