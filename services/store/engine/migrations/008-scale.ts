import type { Kysely } from "kysely";

/** Each by its table and columns; a test shows which statements would read whole tables without them. */
const indexes = {
  suppressions_by_hash: ["suppressions", "address_hash"],
  outbox_depth: ["outbox", "status", "destination", "created_at"],
  bad_emails_old: ["bad_emails", "updated_at"],
  phone_codes_old: ["phone_codes", "expires_at"],
  phone_code_tries_old: ["phone_code_tries", "at"],
  post_counts_old: ["post_counts", "began_at"],
};

/** Rows that transactions lock to take turns. */
const turns = [
  ...["consent-chain", "code-tries", "analytics", "retention"],
  ...Array.from({ length: 256 }, (_, number) => `session-${number}`),
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("outbox").addColumn("traceparent", "text").execute();
  for (const [name, [table, ...columns]] of Object.entries(indexes)) {
    await db.schema.createIndex(name).on(table!).columns(columns).execute();
  }
  await db.schema
    .createTable("turns")
    .addColumn("name", "text", (c) => c.primaryKey().notNull())
    .execute();
  await (db as Kysely<{ turns: { name: string } }>)
    .insertInto("turns")
    .values(turns.map((name) => ({ name })))
    .execute();
}
