import { type Kysely, sql } from "kysely";

/** Which firms a lead's consent names, so that a firm's leads of a day can be counted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("leads").addColumn("buyers", "text").execute();
  await db.schema
    .createIndex("leads_by_buyers")
    .on("leads")
    .columns(["created_at", "buyers"])
    .where(sql.ref("buyers"), "is not", null)
    .execute();
}
