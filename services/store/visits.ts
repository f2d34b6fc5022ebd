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
        session_id: visit.sessionId,
        variant: visit.variant,
        machine_version: visit.machineVersion,
        created_at: now,
        updated_at: now,
        lead_id: null,
        log_length: 0,
        rolled_length: 0,
        roll_locked_until: null,
      })
      .onConflict((c) => c.column("id").doNothing())
      .execute();
  }
  const held = trx.selectFrom("visits").select("lead_id").where("id", "=", visit.id);
  const row = await (kind === "postgres" ? held.forUpdate() : held).executeTakeFirst();
  if (!row) return undefined;
  const last = await trx
    .selectFrom("visit_log")
    .select("seq")
    .where("visit_id", "=", visit.id)
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
  return { leadId: row.lead_id, nextSeq: last ? last.seq + 1 : 0 };
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
    .where("session_id", "=", sessionId)
    .where("variant", "=", variant)
    .orderBy("created_at", "desc")
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
    const rows = entries.map((entry, index) => ({
      visit_id: visit.id,
      seq: firstSeq + index,
      kind: entry.kind,
      body: JSON.stringify(entry.body),
      at: entry.at,
    }));
    await trx.insertInto("visit_log").values(rows).execute();
  }
  await trx
    .updateTable("visits")
    .set({
      updated_at: now,
      machine_version: visit.machineVersion,
      log_length: firstSeq + entries.length,
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
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!row) return undefined;
  const log = await db
    .selectFrom("visit_log")
    .selectAll()
    .where("visit_id", "=", row.id)
    .orderBy("seq")
    .execute();
  return visitFromRows(row, log);
}

export function visitFromRows(
  row: Selectable<Schema["visits"]>,
  log: readonly Selectable<Schema["visit_log"]>[],
): Visit {
  return {
    id: row.id,
    sessionId: row.session_id,
    variant: row.variant,
    machineVersion: row.machine_version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    leadId: row.lead_id,
    entries: log.map(({ seq, kind, body, at }) => ({ seq, kind, body: JSON.parse(body), at })),
  };
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
        readVisit(db, (visits) => visits.where("session_id", "=", sessionId).where("variant", "=", variant)),
      ),
    latestWithLead: (sessionId) =>
      connection.read((db) =>
        readVisit(db, (visits) =>
          visits.where("session_id", "=", sessionId).where("lead_id", "is not", null),
        ),
      ),
  };
}
