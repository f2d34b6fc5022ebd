import type { Kysely } from "kysely";

/** What first forms refused to visitors who then left, in the rows that count their views. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("analytics_views").addColumn("refused", "text").execute();
}
