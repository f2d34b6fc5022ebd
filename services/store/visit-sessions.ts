import type { Connection } from "./connection.ts";

/** A session of the analysts' tables, and the visit that it is of, where there is one still. */
export type VisitOfSession = { id: number; visitId: string; createdAt: number };

/** Which session is of which visit. */
export function visitSessionsIn(connection: Connection) {
  return {
    /** Those of these that are of a visit. */
    visitsOf: (sessions: readonly number[]): Promise<VisitOfSession[]> =>
      sessions.length === 0
        ? Promise.resolve([])
        : connection.read((db) =>
            db
              .selectFrom("analyticsSessions")
              .innerJoin("visits", "visits.id", "analyticsSessions.visitId")
              .select(["analyticsSessions.id", "visits.id as visitId", "visits.createdAt"])
              .where("analyticsSessions.id", "in", sessions)
              .execute(),
          ),
    /** The session of a visit; undefined where it was not counted yet. */
    sessionOf: (visitId: string): Promise<{ id: number; day: number } | undefined> =>
      connection.read((db) =>
        db
          .selectFrom("analyticsSessions")
          .select(["id", "day"])
          .where("visitId", "=", visitId)
          .executeTakeFirst(),
      ),
  };
}
