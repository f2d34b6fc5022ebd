import type { visitSessionsIn } from "../store/visits/visit-sessions.ts";
import type { SessionIndex } from "./index/session-index.ts";
import { keyOf, visitRows } from "./index/visit-rows.ts";
import type { Query } from "./types.ts";
import type { Beside, VisitList, VisitPage } from "./visit-list.ts";

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
