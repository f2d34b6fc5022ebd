import type { Kysely } from "kysely";

/**
 * Where opt-outs by the form came from, so that a flood of them can be undone; what somebody did, with the reason; and
 * codes by who had them sent, so that a stranger's tries are not the owner's.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("suppressions").addColumn("came_by", "text").execute();
  await db.schema.alterTable("phone_codes").addColumn("number_hash", "text").execute();
  await db.schema.createIndex("phone_codes_by_number").on("phone_codes").column("number_hash").execute();
  for (const column of ["about", "reason"])
    await db.schema
      .alterTable("readings")
      .addColumn(column, "text", (c) => c.notNull().defaultTo(""))
      .execute();
}
