import type { DeviceClass, Result } from "./types.ts";

/** Which of the visits that a query counts: those older than one, those newer than one, or the newest. */
export type VisitPage = { older?: number; newer?: number; limit: number };

/** One session that a query counts, as the index knows it. */
export type VisitRow = {
  /** Grows from the oldest to the newest; a page begins behind one. */
  key: number;
  session: number;
  isSimulated: boolean;
  /** On which it began. */
  day: string;
  result: Result;
  dqReason: string;
  /** The node at which it is. */
  place: string;
  /** Different questions that were answered. */
  answered: number;
  /** From its beginning to its last move, off by 5 % at most, in milliseconds; null where it is not known. */
  lasted: number | null;
  device: DeviceClass;
};

export type ListedVisit = Omit<VisitRow, "session"> & {
  /** Null for a simulated session, and for a visit that was erased. */
  id: string | null;
  /** Epoch milliseconds; null where there is no visit. */
  begunAt: number | null;
};

export type VisitList = {
  /** So many visits the query counts. */
  count: number;
  /** There are older ones than those of this page. */
  isMore: boolean;
  /** Newest first. */
  visits: ListedVisit[];
  asOf: number;
};

/** The visits before and after one in a list, by their ids. */
export type Beside = { newer: string | null; older: string | null };
