import type { Kysely } from "kysely";

/** First views of surveys by hour and source, and the hour in which each session began. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("analytics_views")
    .addColumn("id", "integer", (c) => c.primaryKey().notNull())
    .addColumn("change", "bigint", (c) => c.notNull())
    .addColumn("source_id", "integer", (c) => c.notNull())
    .addColumn("hour", "integer", (c) => c.notNull())
    .addColumn("day", "integer", (c) => c.notNull())
    .addColumn("views", "integer", (c) => c.notNull())
    .addUniqueConstraint("analytics_views_once", ["source_id", "hour", "day"])
    .execute();
  await db.schema.createIndex("analytics_views_change").on("analytics_views").column("change").execute();
  await db.schema.alterTable("analytics_sessions").addColumn("hour", "integer").execute();
}
