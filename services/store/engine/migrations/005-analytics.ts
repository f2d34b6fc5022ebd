import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("visits")
    .addColumn("log_length", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable("visits")
    .addColumn("rolled_length", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable("visits").addColumn("roll_locked_until", "bigint").execute();
  await sql`update visits set log_length = (select count(*) from visit_log where visit_id = visits.id)`.execute(
    db,
  );
  await db.schema
    .createIndex("visits_grown")
    .on("visits")
    .column("updated_at")
    .where(sql<boolean>`rolled_length < log_length`)
    .execute();
  await db.schema
    .createTable("analytics_sources")
    .addColumn("id", "integer", (c) => c.primaryKey().notNull())
    .addColumn("hash", "text", (c) => c.notNull().unique())
    .addColumn("variant", "text", (c) => c.notNull())
    .addColumn("path", "text", (c) => c.notNull())
    .addColumn("offer", "text", (c) => c.notNull())
    .addColumn("affiliate", "text", (c) => c.notNull())
    .addColumn("sub_id", "text", (c) => c.notNull())
    .addColumn("version", "text", (c) => c.notNull())
    .addColumn("device", "text", (c) => c.notNull())
    .addColumn("language", "text", (c) => c.notNull())
    .addColumn("flags", "text", (c) => c.notNull())
    .addColumn("scripts", "text", (c) => c.notNull())
    .addColumn("simulated", "integer", (c) => c.notNull())
    .execute();
  await db.schema
    .createTable("analytics_traces")
    .addColumn("id", "integer", (c) => c.primaryKey().notNull())
    .addColumn("hash", "text", (c) => c.notNull().unique())
    .addColumn("variant", "text", (c) => c.notNull())
    .addColumn("place", "text", (c) => c.notNull())
    .addColumn("items", "text", (c) => c.notNull())
    .execute();
  // No reference to the visit: its session outlives it.
  await db.schema
    .createTable("analytics_sessions")
    .addColumn("id", "integer", (c) => c.primaryKey().notNull())
    .addColumn("visit_id", "text", (c) => c.unique())
    .addColumn("change", "bigint", (c) => c.notNull())
    .addColumn("source_id", "integer", (c) => c.notNull())
    .addColumn("trace_id", "integer", (c) => c.notNull())
    .addColumn("day", "integer", (c) => c.notNull())
    .addColumn("result", "text", (c) => c.notNull())
    .addColumn("dq_reason", "text", (c) => c.notNull())
    .addColumn("dwells", "text", (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex("analytics_sessions_change")
    .on("analytics_sessions")
    .column("change")
    .execute();
}
