import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("post_counts")
    .addColumn("network_hash", "text", (c) => c.notNull())
    .addColumn("began_at", "bigint", (c) => c.notNull())
    .addColumn("posts", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("post_counts_pk", ["network_hash", "began_at"])
    .execute();
  await db.schema.alterTable("leads").addColumn("signs", "text").execute();
  await db.schema.alterTable("outbox").addColumn("request_id", "text").execute();
}
