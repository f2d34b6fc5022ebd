import { type ExpressionBuilder, sql } from "kysely";
import type { Log } from "../../observe/log.ts";
import { type Perishable, perishable } from "../../settings/limits.ts";
import { forgetUnusedSources } from "../analytics/analytics-sources.ts";
import type { Connection, Reader, Writer } from "../engine/connection.ts";
import { tryLock } from "../engine/locks.ts";
import type { Schema } from "../engine/schema.ts";
import { forgetKeys, queueForgetting } from "../guards/forgotten-keys.ts";
import { usualVelocityMs } from "../leads/velocity.ts";
import { eraseLeads } from "../people/erase.ts";
import { aboutLeads, type LeadKind } from "../rows.ts";
import { checks } from "../sales/holders.ts";
import type { KeptIds } from "../sales/kept-ids.ts";
import { consentOwner } from "../sealed/person-cipher.ts";
import type { PersonKeys } from "../sealed/person-keys.ts";
import { eraseVisits } from "../visits/visits.ts";

/** How long each is kept, in milliseconds; what is not named is kept. */
export type Ages = { [kind in Perishable]?: number };
export type Counts = { [kind in Perishable]?: number };

export type Retention = ReturnType<typeof retentionIn>;

/** The receiver has it, or shall never have it. */
const settled = ["delivered", "rejected", "suppressed"] as const;

/** A query whose rows are ids. */
type OldRows = { limit(most: number): OldRows; execute(): Promise<{ id: string }[]> };

/** When a lead's last message came to a good end; null while none has. */
function settledAt(eb: ExpressionBuilder<Schema, "leads">) {
  return (
    eb
      .selectFrom("outbox")
      .select((of) => of.fn.max("updatedAt").as("at"))
      .whereRef("outbox.leadId", "=", "leads.id")
      .where("outbox.status", "in", settled)
      .where("outbox.destination", "not in", checks)
      // What is told about a lead is no end of it.
      .where("outbox.destination", "not like", aboutLeads)
  );
}

function wholeLeads(db: Reader, before: number) {
  return db.selectFrom("leads").select("id").where("erasedAt", "is", null).where("createdAt", "<", before);
}

function deliveredLeads(db: Reader, kind: LeadKind, before: number) {
  return wholeLeads(db, before)
    .where("kind", "=", kind)
    .where((eb) => eb(settledAt(eb), "<", before));
}

/** The ids of what is older than `before` (epoch milliseconds), kind by kind; several queries are asked in turn. */
const oldRows: Record<Perishable, (db: Reader, before: number) => OldRows[]> = {
  visits: (db, before) => [
    db.selectFrom("visits").select("id").where("leadId", "is", null).where("updatedAt", "<", before),
  ],
  codes: (db, before) => [db.selectFrom("phoneCodeTries").select("id").where("at", "<", before)],
  // One by one and in order, so that either database goes along the index over what still has a payload.
  payloads: (db, before) =>
    settled.map((status) =>
      db
        .selectFrom("outbox")
        .select("id")
        .where("status", "=", status)
        .where("updatedAt", "<", before)
        .where("payload", "!=", sql.lit(""))
        .orderBy("updatedAt"),
    ),
  leads: (db, before) => [deliveredLeads(db, "survey", before)],
  undelivered: (db, before) => [wholeLeads(db, before).where((eb) => eb(settledAt(eb), "is", null))],
  contacts: (db, before) => [deliveredLeads(db, "contact", before)],
  // A sale goes with all that followed from it.
  books: (db, before) => [
    db
      .selectFrom("salesLedger")
      .select("id")
      .where("at", "<", before)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom("salesLedger as later")
              .select("later.id")
              .whereRef("later.leadId", "=", "salesLedger.leadId")
              .where("later.at", ">=", before),
          ),
        ),
      ),
  ],
  requests: (db, before) => [db.selectFrom("privacyRequests").select("id").where("at", "<", before)],
};

/** So many go per transaction: other requests get their turn in between. */
const batch = 200;

/** An hourly `vacuum` of a larger table would cost visitors more than it is worth. */
const largestMb = 1_000;

/** How what is old goes; each takes the ids of a batch. */
const erase: Record<
  Perishable,
  (trx: Writer, ids: string[], at: number, kept: Pick<KeptIds, "knows">) => Promise<unknown>
> = {
  visits: eraseVisits,
  codes: (trx, ids) => trx.deleteFrom("phoneCodeTries").where("id", "in", ids).execute(),
  payloads: (trx, ids) => trx.updateTable("outbox").set({ payload: "" }).where("id", "in", ids).execute(),
  leads: eraseLeads,
  undelivered: eraseLeads,
  contacts: async (trx, ids, at, kept) => {
    await eraseLeads(trx, ids, at, kept);
    // They have no consent that would outlive them.
    await queueForgetting(trx, ids.map(consentOwner));
  },
  books: (trx, ids) => trx.deleteFrom("salesLedger").where("id", "in", ids).execute(),
  requests: (trx, ids) => trx.deleteFrom("privacyRequests").where("id", "in", ids).execute(),
};

export function retentionIn(
  connection: Connection,
  now: () => number,
  log: Log,
  personKeys: PersonKeys | undefined,
  kept: Pick<KeptIds, "knows">,
) {
  return {
    /** Erases what is older, in small transactions; what another process is erasing just now is left to it. */
    async sweep(ages: Ages & { sightings?: number }): Promise<Counts> {
      const counts: Counts = {};
      for (const [kind, before] of limits(ages, now())) {
        if (kind === "visits") await forgetRefusals(connection, before);
        if (kind === "visits") await forgetUnusedSources(connection);
        if (kind === "codes") await forgetCodes(connection, before, now());
        if (kind === "codes") await forgetVerdicts(connection, now());
        if (kind === "codes") await forgetSightings(connection, now() - (ages.sightings ?? usualVelocityMs));
        counts[kind] = await sweepKind(connection, kind, before, now, log, kept);
      }
      await forgetKeys(connection, personKeys);
      if (Object.values(counts).some((count) => count > 0)) await connection.scrub({ largestMb });
      return counts;
    },
    /** How much of it there is, without erasing any. */
    async expired(ages: Ages): Promise<Counts> {
      const counts: Counts = {};
      for (const [kind, before] of limits(ages, now())) {
        counts[kind] = (await connection.read((db) => idsOf(db, kind, before))).length;
      }
      return counts;
    },
  };
}

function limits(ages: Ages, at: number): [Perishable, number][] {
  return perishable.flatMap((kind) => {
    const age = ages[kind];
    return age === undefined ? [] : [[kind, at - age] as [Perishable, number]];
  });
}

async function sweepKind(
  connection: Connection,
  kind: Perishable,
  before: number,
  now: () => number,
  log: Log,
  kept: Pick<KeptIds, "knows">,
): Promise<number> {
  for (let swept = 0; ; ) {
    const { gone, unsent } = await connection.write(async (trx) => {
      // One process at a time sweeps.
      if (!(await tryLock(trx, connection.kind, "retention"))) return { gone: 0, unsent: 0 };
      const ids = await idsOf(trx, kind, before, batch);
      if (ids.length === 0) return { gone: 0, unsent: 0 };
      const waiting = kind === "visits" ? await unsentAmong(trx, ids) : 0;
      await erase[kind](trx, ids, now(), kept);
      return { gone: ids.length, unsent: waiting };
    });
    if (unsent > 0) log("progress.dropped", { count: unsent });
    swept += gone;
    if (gone < batch) return swept;
  }
}

async function idsOf(db: Reader, kind: Perishable, before: number, limit?: number): Promise<string[]> {
  const ids: string[] = [];
  for (const old of oldRows[kind](db, before)) {
    if (ids.length === limit) break;
    const rows = await (limit === undefined ? old : old.limit(limit - ids.length)).execute();
    for (const { id } of rows) ids.push(id);
  }
  return ids;
}

/** What of these visits has not reached the progress endpoint goes with them. */
async function unsentAmong(trx: Writer, ids: string[]): Promise<number> {
  const { count } = await trx
    .selectFrom("progressSaves")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("visitId", "in", ids)
    .where("nextAt", "is not", null)
    .executeTakeFirstOrThrow();
  return count;
}

function forgetRefusals(connection: Connection, before: number) {
  return connection.write((trx) => trx.deleteFrom("badEmails").where("updatedAt", "<", before).execute());
}

/** They are good for a day. */
function forgetVerdicts(connection: Connection, at: number) {
  const before = at - 24 * 60 * 60 * 1000;
  return connection.write((trx) => trx.deleteFrom("verdicts").where("at", "<", before).execute());
}

function forgetSightings(connection: Connection, before: number) {
  return connection.write((trx) => trx.deleteFrom("velocity").where("at", "<", before).execute());
}

/** A day's counts weigh until the day after has ended. */
const countedMs = 2 * 24 * 60 * 60 * 1000;

async function forgetCodes(connection: Connection, before: number, at: number): Promise<void> {
  const counted = Math.min(before, at - countedMs);
  await connection.write((trx) => trx.deleteFrom("phoneCodes").where("expiresAt", "<", before).execute());
  await connection.write((trx) => trx.deleteFrom("postCounts").where("beganAt", "<", counted).execute());
  await connection.write((trx) => trx.deleteFrom("spentProofs").where("expiresAt", "<", before).execute());
}
