/**
 * What the rest of the program sees of the analysts' tables. They hold no personal data and no answers: which way a
 * visit took through its chart, when and where from. Many visits share one source and one trace.
 */
import type { Visit } from "./types.ts";

/** How a visit came in, and whose it is. */
export type AnalyticsSource = {
  variant: string;
  path: string;
  offer: string;
  affiliate: string;
  subId: string;
  /** Hash of the chart. */
  version: string;
  device: string;
  language: string;
  /** Page flags that are not as by default, `theme:v3,combinedLastStep:on`. */
  flags: string;
  scripts: "on" | "off";
  simulated: boolean;
};

/** A way through a variant's drawn chart (services/analytics/trace.ts), and the node at its end by the replayed log. */
export type AnalyticsTrace = { variant: string; items: string; place: string };

export type AnalyticsSession = {
  /** Null for a visit that is gone or never was. */
  visitId: string | null;
  source: AnalyticsSource;
  trace: AnalyticsTrace;
  /** Since 1970, in the site's time zone. */
  day: number;
  result: string;
  dqReason: string;
  /** Time before each move of the trace (services/analytics/dwell.ts). */
  dwells: string;
};

/** A visit whose log has grown since it was last rolled up; `lead` is what it has made. */
export type GrownVisit = Visit & { lead: { qualified: boolean | null; dqReason: string | null } | null };

/** `session` is null for a visit that cannot be rolled up. */
export type Rolled = { visitId: string; entries: number; session: AnalyticsSession | null };

/** A session as it is kept: its source and trace by their ids. `change` grows with everything that is written. */
export type KeptSession = Omit<AnalyticsSession, "visitId" | "source" | "trace"> & {
  id: number;
  change: number;
  sourceId: number;
  traceId: number;
};

export interface AnalyticsStore {
  /**
   * Takes visits whose logs have grown and have been quiet since `before`, the longest quiet first; nobody else takes
   * them until `now + lockMs`.
   */
  claim(now: number, before: number, limit: number, lockMs?: number): Promise<GrownVisit[]>;
  /** Keeps what was made of them. What grew meanwhile stays due. Returns how many were kept. */
  keep(rolled: readonly Rolled[]): Promise<number>;
  /** Adds sessions that belong to no visit. */
  add(sessions: readonly AnalyticsSession[]): Promise<void>;
  /** Makes visits due again that were last written to under one of these charts, and those without a session. */
  makeDue(versions: readonly string[]): Promise<number>;
  /** The newest change; 0 where nothing was ever written. */
  lastChange(): Promise<number>;
  /** What was written after a change, oldest first; and after an id. */
  sessionsSince(change: number, limit: number): Promise<KeptSession[]>;
  sourcesSince(id: number, limit: number): Promise<(AnalyticsSource & { id: number })[]>;
  tracesSince(id: number, limit: number): Promise<(AnalyticsTrace & { id: number })[]>;
}
