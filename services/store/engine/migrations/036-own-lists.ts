import type { Kysely } from "kysely";

/** Whom a receiver does not want, by its own list: keyed hashes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("own_lists")
    .addColumn("destination", "text", (c) => c.notNull())
    .addColumn("address_hash", "text", (c) => c.notNull())
    .addColumn("import", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("own_lists_key", ["destination", "address_hash"])
    .execute();
}
