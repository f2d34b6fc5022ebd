import type { Kysely } from "kysely";

/** What buyers say later of the leads that they took. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("outcomes")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("lead_id", "text", (c) => c.notNull())
    .addColumn("outcome", "text", (c) => c.notNull())
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("buyer", "text", (c) => c.notNull())
    .addColumn("buyer_lead_id", "text")
    .addColumn("amount_cents", "bigint")
    .addColumn("currency", "text")
    .execute();
  await db.schema.createIndex("outcomes_by_lead").on("outcomes").column("lead_id").execute();
}
