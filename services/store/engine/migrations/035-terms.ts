import { type Kysely, sql } from "kysely";

/** Changes of terms that the console made, and what the places of caps come to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("terms_changes")
    .addColumn("number", "integer", (c) => c.primaryKey())
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("person", "text", (c) => c.notNull())
    .addColumn("reason", "text", (c) => c.notNull())
    .addColumn("party", "text", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("field", "text", (c) => c.notNull())
    .addColumn("before", "text")
    .addColumn("after", "text")
    .addColumn("in_file", "text", (c) => c.notNull())
    .addColumn("undoes", "integer")
    .execute();
  await db.schema
    .createIndex("terms_changes_by_field")
    .on("terms_changes")
    .columns(["party", "name", "field", "number"])
    .execute();
  await db.schema
    .alterTable("daily_places")
    .addColumn("cents", "bigint", (c) => c.notNull().defaultTo(0))
    .execute();
  const names = ["terms", ...Array.from({ length: 32 }, (_, index) => `cap-${index}`)];
  const rows = sql.join(names.map((name) => sql`(${name})`));
  await sql`insert into turns (name) values ${rows}`.execute(db);
}
