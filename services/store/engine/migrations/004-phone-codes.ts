import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("phone_codes")
    .addColumn("phone_hash", "text", (c) => c.primaryKey().notNull())
    .addColumn("code_hash", "text", (c) => c.notNull())
    .addColumn("sends", "integer", (c) => c.notNull())
    .addColumn("checks", "integer", (c) => c.notNull())
    .addColumn("expires_at", "bigint", (c) => c.notNull())
    .execute();

  await db.schema
    .createTable("phone_code_tries")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("phone_hash", "text", (c) => c.notNull())
    .addColumn("network_hash", "text", (c) => c.notNull())
    .addColumn("session_id", "text", (c) => c.notNull())
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("failed", "integer", (c) => c.notNull())
    .execute();
  for (const who of ["phone_hash", "network_hash", "session_id"]) {
    await db.schema
      .createIndex(`phone_code_tries_by_${who}`)
      .on("phone_code_tries")
      .columns([who, "kind", "at"])
      .execute();
  }
}
