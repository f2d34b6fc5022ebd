import type { Kysely } from "kysely";

/** What analysts save: addresses of pages of numbers under a name, and notes on days. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("saved_views")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("variant", "text", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("page", "text", (c) => c.notNull())
    .addColumn("query", "text", (c) => c.notNull())
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("person", "text")
    .addUniqueConstraint("saved_views_by_name", ["variant", "name"])
    .execute();
  await db.schema
    .createTable("day_notes")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("variant", "text", (c) => c.notNull())
    .addColumn("place", "text", (c) => c.notNull())
    .addColumn("day", "integer", (c) => c.notNull())
    .addColumn("words", "text", (c) => c.notNull())
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("person", "text")
    .addColumn("changed_at", "bigint")
    .addColumn("changed_by", "text")
    .execute();
  await db.schema.createIndex("day_notes_by_day").on("day_notes").columns(["variant", "day"]).execute();
  await (db as Kysely<{ turns: { name: string } }>)
    .insertInto("turns")
    .values({ name: "analysts-words" })
    .execute();
}
