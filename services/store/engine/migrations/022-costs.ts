import { type Kysely, sql } from "kysely";

/** What sources cost, and where leads with outcomes came from, which outlives their visits. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("source_costs")
    .addColumn("variant", "text", (c) => c.notNull())
    .addColumn("affiliate", "text", (c) => c.notNull())
    .addColumn("sub_id", "text", (c) => c.notNull())
    .addColumn("day", "integer", (c) => c.notNull())
    .addColumn("cents", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("source_costs_key", ["variant", "affiliate", "sub_id", "day"])
    .execute();
  await db.schema
    .createTable("lead_sources")
    .addColumn("lead_id", "text", (c) => c.primaryKey().notNull())
    .addColumn("source_id", "integer", (c) => c.notNull())
    .addColumn("day", "integer", (c) => c.notNull())
    .execute();
  await sql`insert into lead_sources select leads.id, source_id, day from leads
    join analytics_sessions on visit_id = origin where leads.id in (select lead_id from outcomes)`.execute(
    db,
  );
}
