import type { Kysely } from "kysely";

/** Who read personal data, by which command. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("readings")
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("operator", "text", (c) => c.notNull())
    .addColumn("command", "text", (c) => c.notNull())
    .addColumn("leads", "text", (c) => c.notNull())
    .execute();
}
