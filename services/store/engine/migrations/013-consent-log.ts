import { type Kysely, sql } from "kysely";

/** Consents in a transparency log; those of the chain before it stay in a table that only is read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("consents").renameTo("consent_chain").execute();
  await db.schema
    .createTable("consents")
    .addColumn("lead_id", "text", (c) => c.primaryKey().notNull())
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("body", "text", (c) => c.notNull())
    .addColumn("leaf", "text", (c) => c.notNull())
    .addColumn("seq", "bigint")
    .execute();
  await db.schema.createIndex("consents_by_seq").unique().on("consents").column("seq").execute();
  await db.schema
    .createIndex("consents_unsealed")
    .on("consents")
    .columns(["at", "lead_id"])
    .where(sql.ref("seq"), "is", null)
    .execute();
  await db.schema
    .createTable("consent_nodes")
    .addColumn("level", "integer", (c) => c.notNull())
    .addColumn("position", "bigint", (c) => c.notNull())
    .addColumn("hash", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("consent_nodes_key", ["level", "position"])
    .execute();
  await db.schema
    .createTable("consent_heads")
    .addColumn("size", "bigint", (c) => c.primaryKey().notNull())
    .addColumn("note", "text", (c) => c.notNull())
    .addColumn("peaks", "text", (c) => c.notNull())
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("pushed_at", "bigint")
    .addColumn("stamp", "text")
    .execute();
  await (db as Kysely<{ turns: { name: string } }>)
    .updateTable("turns")
    .set({ name: "consent-log" })
    .where("name", "=", "consent-chain")
    .execute();
}
