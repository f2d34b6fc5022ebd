import { type Kysely, sql } from "kysely";

/** Which receivers got leads of the same person, browser or network, turns for noting that, and which sessions share a source. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("velocity")
    .addColumn("message_id", "text", (column) => column.notNull())
    .addColumn("subject_hash", "text", (column) => column.notNull())
    .addColumn("destination", "text", (column) => column.notNull())
    .addColumn("lead_id", "text", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("nth", "integer", (column) => column.notNull())
    .addColumn("most", "integer", (column) => column.notNull())
    .addColumn("at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("velocity_key", ["message_id", "subject_hash"])
    .execute();
  await db.schema
    .createIndex("velocity_by_subject")
    .on("velocity")
    .columns(["destination", "subject_hash", "at"])
    .execute();
  await db.schema.createIndex("velocity_by_lead").on("velocity").column("lead_id").execute();
  await db.schema.createIndex("velocity_old").on("velocity").column("at").execute();
  await db.schema
    .createIndex("analytics_sessions_source")
    .on("analytics_sessions")
    .column("source_id")
    .execute();
  for (let number = 0; number < 64; number++) {
    await sql`insert into turns (name) values (${`velocity-${number}`})`.execute(db);
  }
}
