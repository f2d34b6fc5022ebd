import type { Finding } from "../../../services/operations/doctor/finding.ts";

/** A figure with its name. */
export type Figure = {
  name: string;
  value: string;
  isBad: boolean;
  /** Where more of it is. */
  href?: string;
};

/** How often an outside service or a receiver answered. */
export type CallRow = { name: string; calls: string; failed: string; isBad: boolean; outcomes: string };

export type HealthData = {
  /** What the doctor found, and when. */
  findings: readonly Finding[];
  at: string;
  figures: readonly Figure[];
  calls: readonly CallRow[];
  /** Which calls are counted. */
  counted: string;
};
