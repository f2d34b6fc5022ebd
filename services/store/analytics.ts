import { keepSessions } from "./analytics-sessions.ts";
import type { AnalyticsSession, AnalyticsStore, GrownVisit } from "./analytics-types.ts";
import type { Connection, Reader } from "./connection.ts";
import { visitFromRows } from "./visits.ts";

/** Longer than it takes to roll up one batch: a visit held longer belongs to a process that died. */
const defaultLockMs = 60_000;

export function analyticsIn(connection: Connection): AnalyticsStore {
  const { kind } = connection;
  return {
    async claim(now, before, limit, lockMs = defaultLockMs) {
      const grown = (db: Reader) =>
        db
          .selectFrom("visits")
          .select("id")
          .whereRef("rolled_length", "<", "log_length")
          .where("updated_at", "<=", before)
          .where((or) => or.or([or("roll_locked_until", "is", null), or("roll_locked_until", "<=", now)]))
          .orderBy("updated_at");
      // Mostly there is none, and nobody has to wait for a look.
      if (!(await connection.read((db) => grown(db).limit(1).executeTakeFirst()))) return [];
      const held = await connection.write((trx) => {
        const due = grown(trx).limit(limit);
        return trx
          .updateTable("visits")
          .set({ roll_locked_until: now + lockMs })
          .where("id", "in", kind === "postgres" ? due.forUpdate().skipLocked() : due)
          .returning("id")
          .execute();
      });
      const ids = held.map(({ id }) => id);
      return ids.length === 0 ? [] : connection.read((db) => grownVisits(db, ids));
    },
    keep: (rolled) =>
      connection.write(async (trx) => {
        const sessions: AnalyticsSession[] = [];
        for (const { visitId, entries, session } of rolled) {
          // Only who has read more of the log than anybody before writes.
          const isNews = await trx
            .updateTable("visits")
            .set({ rolled_length: entries, roll_locked_until: null })
            .where("id", "=", visitId)
            .where("rolled_length", "<", entries)
            .returning("id")
            .executeTakeFirst();
          if (isNews && session) sessions.push(session);
        }
        await keepSessions(trx, kind, sessions);
        return sessions.length;
      }),
    add: (sessions) => connection.write((trx) => keepSessions(trx, kind, sessions)),
    makeDue: (versions) =>
      connection.write(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable("visits")
          .set({ rolled_length: 0, roll_locked_until: null })
          .where((or) =>
            or.or([
              ...(versions.length > 0 ? [or("machine_version", "in", versions)] : []),
              or.not(
                or.exists(
                  or
                    .selectFrom("analytics_sessions")
                    .select("id")
                    .whereRef("analytics_sessions.visit_id", "=", "visits.id"),
                ),
              ),
            ]),
          )
          .executeTakeFirstOrThrow();
        return Number(numUpdatedRows);
      }),
    async lastChange() {
      const row = await connection.read((db) =>
        db
          .selectFrom("analytics_sessions")
          .select((eb) => eb.fn.max("change").as("last"))
          .executeTakeFirst(),
      );
      return row?.last ?? 0;
    },
    sessionsSince: (change, limit) =>
      connection.read((db) =>
        db
          .selectFrom("analytics_sessions")
          .select(["id", "change", "source_id as sourceId", "trace_id as traceId", "day", "result"])
          .select(["dq_reason as dqReason", "dwells"])
          .where("change", ">", change)
          .orderBy("change")
          .limit(limit)
          .execute(),
      ),
    async sourcesSince(id, limit) {
      const rows = await connection.read((db) =>
        db
          .selectFrom("analytics_sources")
          .select(["id", "variant", "path", "offer", "affiliate", "sub_id as subId", "version", "device"])
          .select(["language", "flags", "scripts", "simulated"])
          .where("id", ">", id)
          .orderBy("id")
          .limit(limit)
          .execute(),
      );
      return rows.map((row) => ({ ...row, simulated: row.simulated === 1 }));
    },
    tracesSince: (id, limit) =>
      connection.read((db) =>
        db
          .selectFrom("analytics_traces")
          .select(["id", "variant", "place", "items"])
          .where("id", ">", id)
          .orderBy("id")
          .limit(limit)
          .execute(),
      ),
  };
}

/** Visits with their logs and what their leads were judged. */
async function grownVisits(db: Reader, ids: readonly string[]): Promise<GrownVisit[]> {
  const visits = await db.selectFrom("visits").selectAll().where("id", "in", ids).orderBy("id").execute();
  const logs = await db
    .selectFrom("visit_log")
    .selectAll()
    .where("visit_id", "in", ids)
    .orderBy("visit_id")
    .orderBy("seq")
    .execute();
  const leads = await db
    .selectFrom("leads")
    .select(["origin", "qualified", "dq_reason"])
    .where("origin", "in", ids)
    .execute();
  return visits.map((row) => {
    const lead = leads.find(({ origin }) => origin === row.id);
    return {
      ...visitFromRows(
        row,
        logs.filter(({ visit_id }) => visit_id === row.id),
      ),
      lead: lead
        ? { qualified: lead.qualified === null ? null : lead.qualified === 1, dqReason: lead.dq_reason }
        : null,
    };
  });
}
