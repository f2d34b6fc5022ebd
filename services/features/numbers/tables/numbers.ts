import type { Connection, Reader } from "../../../store/engine/connection.ts";
import type {
  AnalyticsSession,
  AnalyticsSource,
  AnalyticsTrace,
  KeptSession,
  KeptViews,
} from "../../../store/rows.ts";
import { dayNotesIn } from "./day-notes.ts";

/** What the numbers read of the sessions and first views that the core writes, and the analysts' own notes. */
export type NumbersStore = ReturnType<typeof numbersIn>;

export function numbersIn(connection: Connection, now: () => number) {
  return {
    /** The newest change; 0 before the first one. */
    async lastChange(): Promise<number> {
      const row = await connection.read((db) =>
        db
          .selectFrom("analyticsSessions")
          .select((eb) => eb.fn.max("change").as("last"))
          .executeTakeFirst(),
      );
      return row?.last ?? 0;
    },
    /** Sessions written after a change, oldest first; sources and traces after an id. */
    sessionsSince: (change: number, limit: number): Promise<KeptSession[]> =>
      connection.read((db) =>
        db
          .selectFrom("analyticsSessions")
          .leftJoin("visits", "visits.id", "analyticsSessions.visitId")
          .select([
            "analyticsSessions.id",
            "change",
            "sourceId",
            "traceId",
            "day",
            "hour",
            "result",
            "dqReason",
            "dwells",
          ])
          .select("visits.updatedAt as lastAt")
          .where("change", ">", change)
          .orderBy("change")
          .limit(limit)
          .execute(),
      ),
    async sourcesSince(id: number, limit: number): Promise<(AnalyticsSource & { id: number })[]> {
      const rows = await connection.read((db) =>
        db
          .selectFrom("analyticsSources")
          .select(["id", "variant", "path", "offer", "affiliate", "subId", "version", "device"])
          .select(["language", "flags", "scripts", "simulated"])
          .where("id", ">", id)
          .orderBy("id")
          .limit(limit)
          .execute(),
      );
      return rows.map((row) => ({ ...row, simulated: row.simulated === 1 }));
    },
    tracesSince: (id: number, limit: number): Promise<(AnalyticsTrace & { id: number })[]> =>
      connection.read((db) =>
        db
          .selectFrom("analyticsTraces")
          .select(["id", "variant", "place", "items"])
          .where("id", ">", id)
          .orderBy("id")
          .limit(limit)
          .execute(),
      ),
    /** Whole sessions in the order of their ids, after one of these (0 for the first). */
    sessionsAfter: (id: number, of: SessionsOf, limit: number): Promise<WholeSession[]> =>
      connection.read((db) => wholeSessions(db, id, of, limit)),
    views: {
      /** The number of the newest change; 0 if nothing was ever written. */
      async lastChange(): Promise<number> {
        const row = await connection.read((db) =>
          db
            .selectFrom("analyticsViews")
            .select((eb) => eb.fn.max("change").as("last"))
            .executeTakeFirst(),
        );
        return row?.last ?? 0;
      },
      /** Rows written after a change, oldest first. */
      since: (change: number, limit: number): Promise<KeptViews[]> =>
        connection.read((db) =>
          db
            .selectFrom("analyticsViews")
            .selectAll()
            .where("change", ">", change)
            .orderBy("change")
            .limit(limit)
            .execute(),
        ),
    },
    notes: dayNotesIn(connection, now),
  };
}

/** Which sessions: of a survey or of all, and from which day to which (since 1970, inclusive; Infinity for no bound). */
export type SessionsOf = { variant?: string; firstDay: number; lastDay: number };

/** A session with its source and its trace. */
export type WholeSession = AnalyticsSession & {
  id: number;
  /** When its visit began and was last active, epoch milliseconds; null where it is erased or never existed. */
  begunAt: number | null;
  lastAt: number | null;
};

/** Reads whole sessions in the order of their ids. @param after the last id read before; 0 to begin */
export async function wholeSessions(
  db: Reader,
  after: number,
  { variant, firstDay, lastDay }: SessionsOf,
  limit: number,
): Promise<WholeSession[]> {
  const rows = await db
    .selectFrom("analyticsSessions as session")
    .innerJoin("analyticsSources as source", "source.id", "session.sourceId")
    .innerJoin("analyticsTraces as trace", "trace.id", "session.traceId")
    .leftJoin("visits as visit", "visit.id", "session.visitId")
    .select(["session.id", "visitId", "day", "hour", "result", "session.dqReason", "dwells"])
    .select(["visit.createdAt as begunAt", "visit.updatedAt as lastAt"])
    .select(["source.variant", "source.path", "source.offer", "source.affiliate", "source.subId"])
    .select(["source.version", "source.device", "source.language", "source.flags", "source.scripts"])
    .select(["source.simulated", "trace.items", "trace.place"])
    .where("session.id", ">", after)
    .$if(variant !== undefined, (query) => query.where("source.variant", "=", variant!))
    .$if(Number.isFinite(firstDay), (query) => query.where("day", ">=", firstDay))
    .$if(Number.isFinite(lastDay), (query) => query.where("day", "<=", lastDay))
    .orderBy("session.id")
    .limit(limit)
    .execute();
  return rows.map(
    ({ id, visitId, day, hour, result, dqReason, dwells, begunAt, lastAt, items, place, ...source }) => ({
      id,
      visitId,
      day,
      hour,
      result,
      dqReason,
      dwells,
      begunAt,
      lastAt,
      source: { ...source, simulated: source.simulated === 1 },
      trace: { variant: source.variant, items, place },
    }),
  );
}
