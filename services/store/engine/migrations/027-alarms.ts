import type { Kysely } from "kysely";

/** Counts by hour, alarms, and the messages about them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("alarm_hours")
    .addColumn("hour", "integer", (c) => c.primaryKey().notNull())
    .addColumn("counts", "text", (c) => c.notNull())
    .addColumn("decided", "integer", (c) => c.notNull())
    .execute();
  await db.schema
    .createTable("alarms")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("series", "text", (c) => c.notNull())
    .addColumn("aspect", "text", (c) => c.notNull())
    .addColumn("began_hour", "integer", (c) => c.notNull())
    .addColumn("noticed_hour", "integer", (c) => c.notNull())
    .addColumn("ended_hour", "integer")
    .addColumn("seen", "double precision", (c) => c.notNull())
    .addColumn("tries", "double precision", (c) => c.notNull())
    .addColumn("expected", "double precision", (c) => c.notNull())
    .addColumn("low", "double precision", (c) => c.notNull())
    .addColumn("high", "double precision", (c) => c.notNull())
    .addColumn("chance", "double precision", (c) => c.notNull())
    .addColumn("message_id", "text")
    .execute();
  await db.schema.createIndex("alarms_by_hour").on("alarms").column("noticed_hour").execute();
  await db.schema
    .createTable("alarm_notices")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("destination", "text", (c) => c.notNull())
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("body", "text", (c) => c.notNull())
    .addColumn("sent_at", "bigint")
    .addColumn("locked_until", "bigint")
    .execute();
  await db.schema.createIndex("alarm_notices_by_time").on("alarm_notices").column("at").execute();
}
