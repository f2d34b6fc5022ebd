import type { Kysely } from "kysely";

/** What buyers paid and call a lead, and how many leads a receiver has had on a day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("sales")
    .addColumn("message_id", "text", (column) => column.primaryKey())
    .addColumn("lead_id", "text", (column) => column.notNull())
    .addColumn("price", "double precision")
    .addColumn("buyer_id", "text")
    .addColumn("at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("sales_by_lead").on("sales").column("lead_id").execute();
  await db.schema
    .createTable("daily_places")
    .addColumn("destination", "text", (column) => column.notNull())
    .addColumn("day", "text", (column) => column.notNull())
    .addColumn("place", "integer", (column) => column.notNull())
    .addColumn("message_id", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("daily_places_key", ["destination", "day", "place"])
    .execute();
  await db.schema
    .createIndex("daily_places_by_message")
    .unique()
    .on("daily_places")
    .column("message_id")
    .execute();
}
