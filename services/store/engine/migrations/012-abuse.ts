import { type Kysely, sql } from "kysely";

/** Which refusals are final, and what paid services said today. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("suppressions")
    .addColumn("refusal", "text", (c) => c.notNull().defaultTo("operator"))
    .execute();
  // Older entries say only in their reason who refused.
  await sql`update suppressions set refusal = 'do-not-sell' where reason like 'do-not-sell%'`.execute(db);
  await sql`update suppressions set refusal = 'erased' where reason = 'deletion request'`.execute(db);
  await db.schema
    .createTable("verdicts")
    .addColumn("subject_hash", "text", (c) => c.primaryKey().notNull())
    .addColumn("said", "text", (c) => c.notNull())
    .addColumn("at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("verdicts_old").on("verdicts").column("at").execute();
}
