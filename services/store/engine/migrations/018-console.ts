import type { Kysely } from "kysely";

/** Who is signed in to the console, what people noted about leads, and which receivers are paused. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("console_sessions")
    .addColumn("id_hash", "text", (c) => c.primaryKey().notNull())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("person", "text", (c) => c.notNull())
    .addColumn("began_at", "bigint", (c) => c.notNull())
    .addColumn("expires_at", "bigint", (c) => c.notNull())
    .addColumn("browser", "text", (c) => c.notNull())
    .execute();
  await db.schema
    .createTable("lead_marks")
    .addColumn("lead_id", "text", (c) => c.primaryKey().notNull())
    .addColumn("handled_at", "bigint", (c) => c.notNull())
    .addColumn("handled_by", "text", (c) => c.notNull())
    .execute();
  await db.schema
    .createTable("lead_notes")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("lead_id", "text", (c) => c.notNull())
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("person", "text", (c) => c.notNull())
    .addColumn("remark", "text", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("lead_notes_by_lead").on("lead_notes").column("lead_id").execute();
  await db.schema
    .createTable("pauses")
    .addColumn("destination", "text", (c) => c.primaryKey().notNull())
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("person", "text", (c) => c.notNull())
    .execute();
}
