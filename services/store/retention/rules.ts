import { type ExpressionBuilder, sql } from "kysely";
import type { Perishable } from "../../settings/limits.ts";
import type { Reader } from "../engine/connection.ts";
import type { Schema } from "../engine/schema.ts";
import type { LeadKind } from "../rows.ts";
import { postbackPrefix } from "../sales/postbacks.ts";

/** How long each is kept, in milliseconds; what is not named is kept. */
export type Ages = { [kind in Perishable]?: number };
export type Counts = { [kind in Perishable]?: number };

export interface Retention {
  /** Erases what is older, in small transactions; what another process is erasing just now is left to it. */
  sweep(ages: Ages & { sightings?: number }): Promise<Counts>;
  /** How much of it there is, without erasing any. */
  expired(ages: Ages): Promise<Counts>;
}

/** Certificate checks: the certifier has not bought the lead. */
const checks = ["trustedform-certificate", "jornaya-audit"];
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
      // What its affiliate is told is no end of a lead.
      .where("outbox.destination", "not like", `${postbackPrefix}%`)
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
export const oldRows: Record<Perishable, (db: Reader, before: number) => OldRows[]> = {
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
