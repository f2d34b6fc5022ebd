import type { Selectable, SelectQueryBuilder } from "kysely";
import { type CountBadEmails, CountedMeanwhile } from "./bad-emails.ts";
import type { Connection, Reader, Writer } from "./connection.ts";
import { acquireLock, sessionLock } from "./locks.ts";
import { makeDue } from "./progress-saves.ts";
import type { Schema } from "./schema.ts";
import type { BegunVisit, NewEntry, NewVisit, Visit, Visits } from "./types.ts";

/**
 * Makes sure the visit exists and holds its row until the transaction ends.
 * @returns the lead it already made, and the seq its next entry must have; undefined when there is no such
 * visit although the caller has seen entries of it, or the session has meanwhile begun another one
 */
export async function lockVisit(
  trx: Writer,
  kind: Connection["kind"],
  visit: BegunVisit,
  expectedNextSeq: number,
  now: number,
): Promise<{ leadId: string | null; nextSeq: number } | undefined> {
  if (expectedNextSeq === 0) {
    if (visit.newest !== undefined && (await isOvertaken(trx, kind, visit, visit.newest))) return undefined;
    await trx
      .insertInto("visits")
      .values({
        id: visit.id,
        sessionId: visit.sessionId,
        variant: visit.variant,
        machineVersion: visit.machineVersion,
        createdAt: now,
        updatedAt: now,
        leadId: null,
        logLength: 0,
        rolledLength: 0,
        rollLockedUntil: null,
      })
      .onConflict((c) => c.column("id").doNothing())
      .execute();
  }
  const held = trx.selectFrom("visits").select("leadId").where("id", "=", visit.id);
  const row = await (kind === "postgres" ? held.forUpdate() : held).executeTakeFirst();
  if (!row) return undefined;
  const last = await trx
    .selectFrom("visitLog")
    .select("seq")
    .where("visitId", "=", visit.id)
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
  return { leadId: row.leadId, nextSeq: last ? last.seq + 1 : 0 };
}

/** True when the session's newest visit is neither this one nor the one its writer knew. */
async function isOvertaken(
  trx: Writer,
  kind: Connection["kind"],
  { id, sessionId, variant }: NewVisit,
  newest: string | null,
): Promise<boolean> {
  await acquireLock(trx, kind, sessionLock(sessionId));
  const found = await trx
    .selectFrom("visits")
    .select("id")
    .where("sessionId", "=", sessionId)
    .where("variant", "=", variant)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return found !== undefined && found.id !== id && found.id !== newest;
}

/**
 * Adds entries to a visit that `lockVisit` holds.
 * @param saveProgressAfterMs as in `StoreOptions`
 */
export async function addEntries(
  trx: Writer,
  visit: NewVisit,
  firstSeq: number,
  entries: NewEntry[],
  now: number,
  saveProgressAfterMs?: number,
): Promise<void> {
  if (entries.length > 0) {
    const rows = entries.map(({ kind, body, at }, index) => {
      return { visitId: visit.id, seq: firstSeq + index, kind, body: JSON.stringify(body), at };
    });
    await trx.insertInto("visitLog").values(rows).execute();
  }
  await trx
    .updateTable("visits")
    .set({
      updatedAt: now,
      machineVersion: visit.machineVersion,
      logLength: firstSeq + entries.length,
    })
    .where("id", "=", visit.id)
    .execute();
  if (saveProgressAfterMs !== undefined) await makeDue(trx, visit.id, entries, now + saveProgressAfterMs);
}

/** The newest of the chosen visits with its log. */
export async function readVisit(
  db: Reader,
  chosen: (
    visits: SelectQueryBuilder<Schema, "visits", Selectable<Schema["visits"]>>,
  ) => SelectQueryBuilder<Schema, "visits", Selectable<Schema["visits"]>>,
): Promise<Visit | undefined> {
  const row = await chosen(db.selectFrom("visits").selectAll())
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!row) return undefined;
  const log = await db
    .selectFrom("visitLog")
    .selectAll()
    .where("visitId", "=", row.id)
    .orderBy("seq")
    .execute();
  return visitFromRows(row, log);
}

export function visitFromRows(
  { logLength, rolledLength, rollLockedUntil, ...visit }: Selectable<Schema["visits"]>,
  log: readonly Selectable<Schema["visitLog"]>[],
): Visit {
  const entries = log.map(({ visitId, ...entry }) => ({ ...entry, body: JSON.parse(entry.body) }));
  return { ...visit, entries };
}

export function visitsIn(
  connection: Connection,
  now: () => number,
  countBadEmails: CountBadEmails,
  saveProgressAfterMs?: number,
): Visits {
  return {
    append: (visit, expectedNextSeq, entries, badEmails = []) =>
      connection
        .write(async (trx): Promise<"ok" | "conflict"> => {
          const at = now();
          const held = await lockVisit(trx, connection.kind, visit, expectedNextSeq, at);
          if (held?.nextSeq !== expectedNextSeq) return "conflict";
          await countBadEmails(trx, visit.sessionId, badEmails);
          await addEntries(trx, visit, expectedNextSeq, entries, at, saveProgressAfterMs);
          return "ok";
        })
        .catch((error) => {
          if (error instanceof CountedMeanwhile) return "conflict" as const;
          throw error;
        }),
    load: (id) => connection.read((db) => readVisit(db, (visits) => visits.where("id", "=", id))),
    latest: (sessionId, variant) =>
      connection.read((db) =>
        readVisit(db, (visits) => visits.where("sessionId", "=", sessionId).where("variant", "=", variant)),
      ),
    latestWithLead: (sessionId) =>
      connection.read((db) =>
        readVisit(db, (visits) => visits.where("sessionId", "=", sessionId).where("leadId", "is not", null)),
      ),
  };
}

/**
 * Deletes visits and, by the database's own rule, their logs. Their sessions in the analysts' tables stay, and are
 * nobody's.
 * @param ids at least one
 */
export async function eraseVisits(trx: Writer, ids: readonly string[]): Promise<void> {
  await trx.updateTable("analyticsSessions").set({ visitId: null }).where("visitId", "in", ids).execute();
  await trx.deleteFrom("visits").where("id", "in", ids).execute();
}
