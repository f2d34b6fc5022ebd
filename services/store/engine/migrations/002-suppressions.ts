import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("store_keys")
    .addColumn("name", "text", (c) => c.primaryKey().notNull())
    .addColumn("value", "text", (c) => c.notNull())
    .execute();
  await db.schema
    .createTable("suppressions")
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("address_hash", "text", (c) => c.notNull())
    .addColumn("key_mark", "text", (c) => c.notNull())
    .addColumn("reason", "text", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("suppressions_pk", ["kind", "address_hash"])
    .execute();
}
