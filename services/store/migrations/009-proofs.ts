import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("spent_proofs")
    .addColumn("nonce", "text", (c) => c.primaryKey().notNull())
    .addColumn("expires_at", "bigint", (c) => c.notNull())
    .execute();
}
