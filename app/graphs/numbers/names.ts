import type { DataKind, Dimension, Result } from "../../../services/analytics/types.ts";

export const dimensionNames: Record<Dimension | "dqReason", string> = {
  path: "Path",
  offer: "Offer",
  affiliate: "Affiliate",
  subId: "Sub id",
  version: "Survey version",
  device: "Device",
  language: "Language",
  scripts: "JavaScript",
  dqReason: "Disqualification reason",
};

export const resultNames: Record<Result, string> = {
  qualified: "Qualified lead",
  disqualified: "Disqualified lead",
  ended: "Ended without a lead",
  open: "Dropped off",
  underWay: "Under way",
};

export const paceNames = {
  people: "Without those too fast for people",
  fast: "Only those too fast for people",
  all: "All visits",
};

/** What a chart can show at each step. */
export const measureNames = {
  sessions: "Sessions",
  dropOff: "Drop-off",
  conversion: "Conversion",
  time: "Median time",
} as const;
export type Measure = keyof typeof measureNames;

export const dataNames: Record<DataKind, string> = {
  real: "Real visitors",
  simulated: "Simulated",
  both: "Both",
};

/** Begins the name of a flag's field: `flag.theme`. */
export const flagPrefix = "flag.";

/** Ends the name of the field beside a list of choices that is too long to show; its values are separated by commas. */
export const typedSuffix = ".typed";
