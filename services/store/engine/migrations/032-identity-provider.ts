import type { Kysely } from "kysely";

/** Sessions of people who signed in by the company's identity provider: their role there, and what signs them out there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ["role", "id_token"])
    await db.schema.alterTable("console_sessions").addColumn(column, "text").execute();
}
