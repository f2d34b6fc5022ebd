import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("leads").addColumn("erased_at", "bigint").execute();
  await db.schema
    .createIndex("leads_whole")
    .on("leads")
    .column("created_at")
    .where(sql.ref("erased_at"), "is", null)
    .execute();
  await db.schema
    .createIndex("outbox_payloads")
    .on("outbox")
    .column("updated_at")
    .where(sql.ref("payload"), "!=", sql.lit(""))
    .execute();
  await db.schema
    .createTable("privacy_requests")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("reach_kind", "text", (c) => c.notNull())
    .addColumn("address_hash", "text", (c) => c.notNull())
    .addColumn("at", "bigint", (c) => c.notNull())
    .execute();
}
