import { type ExpressionBuilder, sql } from "kysely";
import type { Reader } from "../connection.ts";
import type { Schema } from "../schema.ts";
import type { LeadKind } from "../types.ts";
import type { Perishable } from "./types.ts";

/** Certificate checks: the certifier has not bought the lead. */
const checks = ["trustedform-certificate", "jornaya-audit"];
/** The receiver has it, or shall never have it. */
const settled = ["delivered", "rejected", "suppressed"] as const;

/** A query whose rows are ids. */
type OldRows = { limit(most: number): OldRows; execute(): Promise<{ id: string }[]> };

/** When a lead's last message came to a good end; null while none has. */
function settledAt(eb: ExpressionBuilder<Schema, "leads">) {
  return eb
    .selectFrom("outbox")
    .select((of) => of.fn.max("updated_at").as("at"))
    .whereRef("outbox.lead_id", "=", "leads.id")
    .where("outbox.status", "in", settled)
    .where("outbox.destination", "not in", checks);
}

function wholeLeads(db: Reader, before: number) {
  return db.selectFrom("leads").select("id").where("erased_at", "is", null).where("created_at", "<", before);
}

function deliveredLeads(db: Reader, kind: LeadKind, before: number) {
  return wholeLeads(db, before)
    .where("kind", "=", kind)
    .where((eb) => eb(settledAt(eb), "<", before));
}

/** The ids of what is older than `before` (epoch milliseconds), kind by kind; several queries are asked in turn. */
export const oldRows: Record<Perishable, (db: Reader, before: number) => OldRows[]> = {
  visits: (db, before) => [
    db.selectFrom("visits").select("id").where("lead_id", "is", null).where("updated_at", "<", before),
  ],
  codes: (db, before) => [db.selectFrom("phone_code_tries").select("id").where("at", "<", before)],
  // One by one and in order, so that either database goes along the index over what still has a payload.
  payloads: (db, before) =>
    settled.map((status) =>
      db
        .selectFrom("outbox")
        .select("id")
        .where("status", "=", status)
        .where("updated_at", "<", before)
        .where("payload", "!=", sql.lit(""))
        .orderBy("updated_at"),
    ),
  leads: (db, before) => [deliveredLeads(db, "survey", before)],
  undelivered: (db, before) => [wholeLeads(db, before).where((eb) => eb(settledAt(eb), "is", null))],
  contacts: (db, before) => [deliveredLeads(db, "contact", before)],
  requests: (db, before) => [db.selectFrom("privacy_requests").select("id").where("at", "<", before)],
};
