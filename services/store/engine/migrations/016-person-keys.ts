import type { Kysely } from "kysely";

/** Whose keys are to be forgotten; a row goes when that was done. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("forgotten_keys")
    .addColumn("owner", "text", (c) => c.primaryKey().notNull())
    .execute();
}
