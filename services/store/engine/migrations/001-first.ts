import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("visits")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("session_id", "text", (c) => c.notNull())
    .addColumn("variant", "text", (c) => c.notNull())
    .addColumn("machine_version", "text", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("updated_at", "bigint", (c) => c.notNull())
    .addColumn("lead_id", "text")
    .execute();
  await db.schema
    .createIndex("visits_by_session")
    .on("visits")
    .columns(["session_id", "variant", "created_at"])
    .execute();
  await db.schema
    .createIndex("visits_abandoned")
    .on("visits")
    .column("updated_at")
    .where(sql.ref("lead_id"), "is", null)
    .execute();

  await db.schema
    .createTable("visit_log")
    .addColumn("visit_id", "text", (c) => c.notNull().references("visits.id").onDelete("cascade"))
    .addColumn("seq", "integer", (c) => c.notNull())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("body", "text", (c) => c.notNull())
    .addColumn("at", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("visit_log_pk", ["visit_id", "seq"])
    .execute();

  await db.schema
    .createTable("bad_emails")
    .addColumn("session_id", "text", (c) => c.notNull())
    .addColumn("address_hash", "text", (c) => c.notNull())
    .addColumn("times", "integer", (c) => c.notNull())
    .addColumn("updated_at", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("bad_emails_pk", ["session_id", "address_hash"])
    .execute();

  await db.schema
    .createTable("leads")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("origin", "text", (c) => c.notNull().unique())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("variant", "text", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("qualified", "integer")
    .addColumn("dq_reason", "text")
    .addColumn("record", "text", (c) => c.notNull())
    .addColumn("derived", "text", (c) => c.notNull())
    .addColumn("location", "text", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("leads_by_time").on("leads").column("created_at").execute();

  await db.schema
    .createTable("consents")
    .addColumn("seq", "bigint", (c) => c.primaryKey().notNull())
    .addColumn("lead_id", "text", (c) => c.notNull().unique())
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("body", "text", (c) => c.notNull())
    .addColumn("text_sha256", "text", (c) => c.notNull())
    .addColumn("previous_hash", "text", (c) => c.notNull())
    .addColumn("hash", "text", (c) => c.notNull())
    .execute();

  await db.schema
    .createTable("outbox")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("lead_id", "text", (c) => c.notNull().references("leads.id").onDelete("cascade"))
    .addColumn("destination", "text", (c) => c.notNull())
    .addColumn("payload", "text", (c) => c.notNull())
    .addColumn("status", "text", (c) => c.notNull())
    .addColumn("attempts", "integer", (c) => c.notNull())
    .addColumn("attempts_forgiven", "integer", (c) => c.notNull())
    .addColumn("run_at", "bigint", (c) => c.notNull())
    .addColumn("locked_until", "bigint")
    .addColumn("last_error", "text")
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("updated_at", "bigint", (c) => c.notNull())
    .addUniqueConstraint("outbox_once_per_destination", ["lead_id", "destination"])
    .execute();
  await db.schema.createIndex("outbox_due").on("outbox").columns(["status", "run_at"]).execute();

  await db.schema
    .createTable("outbox_attempts")
    .addColumn("outbox_id", "text", (c) => c.notNull().references("outbox.id").onDelete("cascade"))
    .addColumn("attempt", "integer", (c) => c.notNull())
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("outcome", "text", (c) => c.notNull())
    .addColumn("detail", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("outbox_attempts_pk", ["outbox_id", "attempt"])
    .execute();
}
