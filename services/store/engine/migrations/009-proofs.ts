import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("spent_proofs")
    .addColumn("nonce", "text", (c) => c.primaryKey().notNull())
    .addColumn("expires_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("spent_proofs_old").on("spent_proofs").column("expires_at").execute();
}
