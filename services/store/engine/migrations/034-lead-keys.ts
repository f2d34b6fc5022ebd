import type { Kysely } from "kysely";

/** By which names, addresses and numbers a lead is found: keyed hashes, a few for each lead. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("lead_keys")
    .addColumn("hash", "text", (c) => c.notNull())
    .addColumn("lead_id", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("lead_keys_key", ["hash", "lead_id"])
    .execute();
  await db.schema.createIndex("lead_keys_by_lead").on("lead_keys").column("lead_id").execute();
}
