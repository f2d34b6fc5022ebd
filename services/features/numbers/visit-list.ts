import type { DeviceClass } from "../../analytics/device.ts";
import type { Result } from "../../analytics/session.ts";
import type { SessionIndex } from "./index/session-index.ts";
import { keyOf, visitRows } from "./index/visit-rows.ts";
import type { visitSessionsIn } from "./tables/visit-sessions.ts";
import type { Query } from "./types.ts";

type Sessions = ReturnType<typeof visitSessionsIn>;
type Fresh = { index: SessionIndex; asOf: number };

export async function listedVisits(
  { index, asOf }: Fresh,
  sessions: Sessions,
  query: Query,
  page: VisitPage,
): Promise<VisitList> {
  const { count, isMore, rows } = visitRows(index, query, page, asOf);
  const visits = new Map(
    (await sessions.visitsOf(rows.map(({ session }) => session))).map((visit) => [visit.id, visit]),
  );
  return {
    count,
    isMore,
    visits: rows.map(({ session, ...row }) => {
      const visit = visits.get(session);
      return { ...row, id: visit?.visitId ?? null, begunAt: visit?.createdAt ?? null };
    }),
    asOf,
  };
}

/** Sessions to look through for one with a visit; simulated and erased ones have none. */
const passedOver = 50;

/** The recorded visits before and after one, among those that a query counts. */
export async function visitsBeside(
  fresh: Fresh,
  sessions: Sessions,
  query: Query,
  visitId: string,
): Promise<Beside> {
  const own = await sessions.sessionOf(visitId);
  if (!own) return { newer: null, older: null };
  const key = keyOf(own);
  const [older, newer] = await Promise.all(
    [{ older: key }, { newer: key }].map((side) =>
      listedVisits(fresh, sessions, query, { ...side, limit: passedOver }),
    ),
  );
  return {
    newer: newer!.visits.findLast(({ id }) => id)?.id ?? null,
    older: older!.visits.find(({ id }) => id)?.id ?? null,
  };
}

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
