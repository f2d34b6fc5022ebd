import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("progress_saves")
    .addColumn("visit_id", "text", (c) =>
      c.primaryKey().notNull().references("visits.id").onDelete("cascade"),
    )
    .addColumn("progression_seq", "integer", (c) => c.notNull())
    .addColumn("backup_seq", "integer", (c) => c.notNull())
    .addColumn("next_at", "bigint")
    .addColumn("tries", "integer", (c) => c.notNull())
    .addColumn("locked_until", "bigint")
    .execute();
  await db.schema.createIndex("progress_saves_due").on("progress_saves").column("next_at").execute();
}
