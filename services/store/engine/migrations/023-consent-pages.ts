import type { Kysely } from "kysely";

/** The pages that consents were given on, each kept once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("consent_pages")
    .addColumn("sha256", "text", (c) => c.primaryKey().notNull())
    .addColumn("html", "text", (c) => c.notNull())
    .addColumn("at", "bigint", (c) => c.notNull())
    .execute();
}
