import { type Kysely, sql } from "kysely";

/** The books: what was sold, returned, credited and is owed, a line each, and the months that were closed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("sales_ledger")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("once", "text", (c) => c.notNull().unique())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("part", "text", (c) => c.notNull())
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("lead_id", "text", (c) => c.notNull())
    .addColumn("message_id", "text")
    .addColumn("buyer", "text", (c) => c.notNull())
    .addColumn("buyer_lead_id", "text")
    .addColumn("cents", "bigint", (c) => c.notNull())
    .addColumn("affiliate", "text", (c) => c.notNull())
    .addColumn("sub_id", "text", (c) => c.notNull())
    .addColumn("offer", "text", (c) => c.notNull())
    .addColumn("survey", "text", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("qualified", "integer")
    .addColumn("corrects", "text")
    .addColumn("person", "text", (c) => c.notNull())
    .addColumn("reason", "text", (c) => c.notNull())
    .addColumn("return_days", "integer")
    .addColumn("payout", "text", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("sales_ledger_by_time").on("sales_ledger").columns(["at", "id"]).execute();
  await db.schema.createIndex("sales_ledger_by_lead").on("sales_ledger").column("lead_id").execute();
  await db.schema
    .createTable("closed_months")
    .addColumn("month", "text", (c) => c.primaryKey().notNull())
    .addColumn("begins", "bigint", (c) => c.notNull())
    .addColumn("ends", "bigint", (c) => c.notNull())
    .addColumn("closed_at", "bigint", (c) => c.notNull())
    .addColumn("person", "text", (c) => c.notNull())
    .addColumn("lines", "integer", (c) => c.notNull())
    .addColumn("digest", "text", (c) => c.notNull())
    .execute();
  // What an older program writes beside this one says nothing of it, and is booked later.
  for (const table of ["sales", "outcomes"]) {
    await db.schema.alterTable(table).addColumn("booked", "integer").execute();
    await db.schema
      .createIndex(`${table}_unbooked`)
      .on(table)
      .column(table === "sales" ? "message_id" : "id")
      .where("booked" as never, "is", null)
      .execute();
  }
  await sql`insert into turns (name) values ('books')`.execute(db);
  await db.schema.alterTable("outcomes").addColumn("received_at", "bigint").execute();
}
