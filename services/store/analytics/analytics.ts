import type { Connection, Reader } from "../engine/connection.ts";
import type { AnalyticsSession, Visit } from "../rows.ts";
import { visitFromRows } from "../visits/visits.ts";
import { keepSessions } from "./analytics-sessions.ts";

/** Reads visits with their logs and the verdicts on their leads, in the order of their ids. */
async function grownVisits(db: Reader, ids: readonly string[]): Promise<GrownVisit[]> {
  const visits = await db.selectFrom("visits").selectAll().where("id", "in", ids).orderBy("id").execute();
  const logs = await db
    .selectFrom("visitLog")
    .selectAll()
    .where("visitId", "in", ids)
    .orderBy("visitId")
    .orderBy("seq")
    .execute();
  const leads = await db
    .selectFrom("leads")
    .select(["origin", "qualified", "dqReason"])
    .where("origin", "in", ids)
    .execute();
  return visits.map((row) => {
    const lead = leads.find(({ origin }) => origin === row.id);
    return {
      ...visitFromRows(
        row,
        logs.filter(({ visitId }) => visitId === row.id),
      ),
      lead: lead
        ? { qualified: lead.qualified === null ? null : lead.qualified === 1, dqReason: lead.dqReason }
        : null,
    };
  });
}

/** A visit whose log has grown since it was last rolled up; `lead` is what it has made. */
export type GrownVisit = Visit & { lead: { qualified: boolean | null; dqReason: string | null } | null };

/** The versions of the charts that a process has, and since when visits of others must have been quiet for it to take them. */
export type OwnVisits = { versions: readonly string[]; othersBefore: number };

/** `session` is null for a visit that cannot be rolled up. */
export type Rolled = { visitId: string; entries: number; session: AnalyticsSession | null };

/**
 * The analysts' tables. They hold no personal data and no answers, only which way a visit took through its chart, when,
 * and where it came from. Many visits share one source and one trace.
 */
/** Longer than it takes to roll up one batch: a visit held longer belongs to a process that died. */
const defaultLockMs = 60_000;

/** Visits whose logs have grown, have been quiet since, and that nobody holds. */
const grownSince = (db: Reader, { now, before }: { now: number; before: number }) =>
  db
    .selectFrom("visits")
    .select("id")
    .whereRef("rolledLength", "<", "logLength")
    .where("updatedAt", "<=", before)
    .where((or) => or.or([or("rollLockedUntil", "is", null), or("rollLockedUntil", "<=", now)]));

export function analyticsIn(connection: Connection) {
  const { kind } = connection;
  const areDue = connection.prepare((db, given: { now: number; before: number }) =>
    grownSince(db, given).orderBy("updatedAt").limit(1),
  );
  return {
    /**
     * Takes visits whose logs have grown and have been quiet since `before`, the longest quiet first; nobody else takes
     * them until `now + lockMs`.
     * @param own where given, visits that were last answered under another chart must have been quiet since `othersBefore`
     */
    async claim(
      now: number,
      before: number,
      limit: number,
      { lockMs = defaultLockMs, own }: { lockMs?: number; own?: OwnVisits } = {},
    ): Promise<GrownVisit[]> {
      // Usually none are due, and a read holds up no writer.
      if ((await connection.query(areDue({ now, before }))).length === 0) return [];
      const held = await connection.write((trx) => {
        const due = grownSince(trx, { now, before })
          .$if(own !== undefined, (query) =>
            query.where((or) =>
              or.or([or("machineVersion", "in", own!.versions), or("updatedAt", "<=", own!.othersBefore)]),
            ),
          )
          .orderBy("updatedAt")
          .limit(limit);
        return trx
          .updateTable("visits")
          .set({ rollLockedUntil: now + lockMs })
          .where("id", "in", kind === "postgres" ? due.forUpdate().skipLocked() : due)
          .returning("id")
          .execute();
      });
      const ids = held.map(({ id }) => id);
      return ids.length === 0 ? [] : connection.read((db) => grownVisits(db, ids));
    },
    /**
     * Stores the rolled-up visits; those whose logs have grown meanwhile stay due.
     * @returns how many sessions were written
     */
    keep: (rolled: readonly Rolled[]): Promise<number> =>
      connection.write(async (trx) => {
        const sessions: AnalyticsSession[] = [];
        for (const { visitId, entries, session } of rolled) {
          // Of two processes that rolled up the same visit, the one that read more of its log wins.
          const isNewer = await trx
            .updateTable("visits")
            .set({ rolledLength: entries, rollLockedUntil: null })
            .where("id", "=", visitId)
            .where("rolledLength", "<", entries)
            .returning("id")
            .executeTakeFirst();
          if (isNewer && session) sessions.push(session);
        }
        await keepSessions(trx, kind, sessions);
        return sessions.length;
      }),
    /** Visits of a survey with their logs, in the order of their ids, after one of these ("" for the first). */
    visitsOf: (variant: string, after: string, limit: number): Promise<GrownVisit[]> =>
      connection.read(async (db) => {
        const rows = await db
          .selectFrom("visits")
          .select("id")
          .where("variant", "=", variant)
          .where("id", ">", after)
          .orderBy("id")
          .limit(limit)
          .execute();
        return rows.length === 0
          ? []
          : grownVisits(
              db,
              rows.map(({ id }) => id),
            );
      }),
    /** Adds sessions that belong to no visit. */
    add: (sessions: readonly AnalyticsSession[]): Promise<void> =>
      connection.write((trx) => keepSessions(trx, kind, sessions)),
    /** Makes visits due again that were last written to under one of these charts, and those without a session. */
    makeDue: (versions: readonly string[]): Promise<number> =>
      connection.write(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable("visits")
          .set({ rolledLength: 0, rollLockedUntil: null })
          .where((or) =>
            or.or([
              ...(versions.length > 0 ? [or("machineVersion", "in", versions)] : []),
              or.not(
                or.exists(
                  or
                    .selectFrom("analyticsSessions")
                    .select("id")
                    .whereRef("analyticsSessions.visitId", "=", "visits.id"),
                ),
              ),
            ]),
          )
          .executeTakeFirstOrThrow();
        return Number(numUpdatedRows);
      }),
    /**
     * An affiliate's figures, day by day (since 1970) in the site's time zone: first views, visits that began to
     * answer, and those that made a lead.
     */
    ofAffiliate: (
      affiliate: string,
      first: number,
      last: number,
    ): Promise<{ day: number; views: number; sessions: number; leads: number }[]> =>
      connection.read(async (db) => {
        const sources = db
          .selectFrom("analyticsSources")
          .select("id")
          .where("affiliate", "=", affiliate)
          .where("simulated", "=", 0);
        const sessions = await db
          .selectFrom("analyticsSessions")
          .select(({ fn }) => ["day", "result", fn.countAll<number>().as("count")])
          .where("sourceId", "in", sources)
          .where("day", ">=", first)
          .where("day", "<=", last)
          .groupBy(["day", "result"])
          .execute();
        const views = await db
          .selectFrom("analyticsViews")
          .select(({ fn }) => ["day", fn.sum<number>("views").as("count")])
          .where("sourceId", "in", sources)
          .where("day", ">=", first)
          .where("day", "<=", last)
          .groupBy("day")
          .execute();
        const isLead = (result: string) => result === "qualified" || result === "disqualified";
        return [
          ...views.map(({ day, count }) => ({ day, views: Number(count), sessions: 0, leads: 0 })),
          ...sessions.map(({ day, result, count }) => ({
            day,
            views: 0,
            sessions: Number(count),
            leads: isLead(result) ? Number(count) : 0,
          })),
        ];
      }),
  };
}
