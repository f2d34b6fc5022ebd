import type { Kysely } from "kysely";

/** The console shows who read personal data last, without reading the whole log. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex("readings_by_time").on("readings").column("at").execute();
}
