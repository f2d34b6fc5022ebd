import type { DeviceClass, Result } from "./types.ts";

/** A page of the visits that a query counts: those older or newer than a key, or the newest. */
export type VisitPage = { older?: number; newer?: number; limit: number };

/** One session that a query counts, as the index knows it. */
export type VisitRow = {
  /** Grows from the oldest visit to the newest; `older` and `newer` of a page are such keys. */
  key: number;
  /** Its id in the store. */
  session: number;
  isSimulated: boolean;
  /** The day on which it began. */
  day: string;
  result: Result;
  dqReason: string;
  /** The node where it is. */
  place: string;
  /** The number of different questions answered. */
  answered: number;
  /** Milliseconds from its beginning to its last move, off by 5 % at most; null if unknown. */
  lasted: number | null;
  device: DeviceClass;
  affiliate: string;
  /** True if it answered faster than anybody can. */
  isFast: boolean;
};

export type ListedVisit = Omit<VisitRow, "session"> & {
  /** Null for a simulated session or an erased visit. */
  id: string | null;
  /** Epoch milliseconds; null if there is no visit. */
  begunAt: number | null;
};

export type VisitList = {
  /** How many visits the query counts. */
  count: number;
  /** True if there are more visits beyond this page, in its direction. */
  isMore: boolean;
  /** Newest first. */
  visits: ListedVisit[];
  asOf: number;
};

/** Ids of the visits before and after one in a list. */
export type Beside = { newer: string | null; older: string | null };
