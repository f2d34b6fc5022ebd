import { type Kysely, sql } from "kysely";

/** Indexes by which a long queue, or a long past, costs no more than a short one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const old of ["outbox_due", "outbox_depth", "outbox_payloads"])
    await db.schema.dropIndex(old).execute();
  // In the order in which messages are taken, and with all that their count needs.
  await db.schema
    .createIndex("outbox_due")
    .on("outbox")
    .columns(["status", "destination", "run_at", "created_at"])
    .execute();
  // By status first: with the time alone SQLite took the other index, and read all that was delivered.
  await db.schema
    .createIndex("outbox_payloads")
    .on("outbox")
    .columns(["status", "updated_at"])
    .where(sql.ref("payload"), "!=", sql.lit(""))
    .execute();
}
