import type { Connection } from "../../../store/engine/connection.ts";

/** A session of the analysts' tables (`id`) and the visit that it summarizes; `createdAt` in epoch milliseconds. */
export type VisitOfSession = { id: number; visitId: string; createdAt: number };

/** Finds the visits of sessions, and the sessions of visits. */
export function visitSessionsIn(connection: Connection) {
  return {
    /** The visits of these sessions; those whose visit is erased or never existed are left out. */
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
    /** The session of a visit; undefined where the visit is not rolled up yet. `day` counts since 1970. */
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
