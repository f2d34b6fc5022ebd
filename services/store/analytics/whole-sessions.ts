import type { Reader } from "../engine/connection.ts";
import type { AnalyticsSession } from "../rows.ts";

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
      ...{ id, visitId, day, hour, result, dqReason, dwells, begunAt, lastAt },
      source: { ...source, simulated: source.simulated === 1 },
      trace: { variant: source.variant, items, place },
    }),
  );
}
