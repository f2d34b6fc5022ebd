import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Connection, Writer } from "../engine/connection.ts";
import { acquireLock } from "../engine/locks.ts";
import type { Schema } from "../engine/schema.ts";
import type { AnalyticsSession } from "../rows.ts";

/** Rows in one statement; databases limit its parameters. */
const batch = 500;

/** Writes sessions, each replacing its visit's earlier one. Other writers of sessions wait until the commit. */
export async function keepSessions(
  trx: Writer,
  kind: Connection["kind"],
  sessions: readonly AnalyticsSession[],
): Promise<void> {
  if (sessions.length === 0) return;
  await acquireLock(trx, kind, "analytics");
  for (let from = 0; from < sessions.length; from += batch) {
    await keepBatch(trx, sessions.slice(from, from + batch));
  }
}

async function keepBatch(trx: Writer, sessions: readonly AnalyticsSession[]): Promise<void> {
  const sourceIds = await idsOf(
    trx,
    "analyticsSources",
    sessions.map(({ source }) => ({ ...source, simulated: Number(source.simulated) })),
  );
  const traceIds = await idsOf(
    trx,
    "analyticsTraces",
    sessions.map(({ trace }) => trace),
  );
  const lastId = await greatest(trx, "analyticsSessions", "id");
  const lastChange = await greatest(trx, "analyticsSessions", "change");
  const rows = sessions.map(({ visitId, day, hour, result, dqReason, dwells }, index) => ({
    id: lastId + 1 + index,
    visitId,
    change: lastChange + 1 + index,
    sourceId: sourceIds[index]!,
    traceId: traceIds[index]!,
    day,
    hour,
    result,
    dqReason,
    dwells,
  }));
  await trx
    .insertInto("analyticsSessions")
    .values(rows)
    .onConflict((c) =>
      c.column("visitId").doUpdateSet((eb) => ({
        change: eb.ref("excluded.change"),
        sourceId: eb.ref("excluded.sourceId"),
        traceId: eb.ref("excluded.traceId"),
        day: eb.ref("excluded.day"),
        hour: eb.ref("excluded.hour"),
        result: eb.ref("excluded.result"),
        dqReason: eb.ref("excluded.dqReason"),
        dwells: eb.ref("excluded.dwells"),
      })),
    )
    .execute();
}

type Shared = "analyticsSources" | "analyticsTraces";
type SharedRow<Table extends Shared> = Omit<Schema[Table], "id" | "hash">;

/** Ids of rows that many sessions share, in the order given; missing rows are added. */
export async function idsOf<Table extends Shared>(
  trx: Writer,
  table: Table,
  given: readonly SharedRow<Table>[],
): Promise<number[]> {
  const hashes = given.map(hashOf);
  const byHash = new Map(given.map((row, index) => [hashes[index]!, row]));
  const found = await trx
    .selectFrom(table as Shared)
    .select(["id", "hash"])
    .where("hash", "in", [...byHash.keys()])
    .execute();
  const ids = new Map(found.map(({ hash, id }) => [hash, id]));
  const missing = [...byHash].filter(([hash]) => !ids.has(hash));
  if (missing.length > 0) {
    const last = await greatest(trx, table, "id");
    const rows = missing.map(([hash, row], index) => ({ ...row, hash, id: last + 1 + index }));
    await trx
      .insertInto(table as Shared)
      .values(rows as never)
      .execute();
    for (const { hash, id } of rows) ids.set(hash, id);
  }
  return hashes.map((hash) => ids.get(hash)!);
}

/** Hashes a row's columns under their database names, in a fixed order, as migrations in SQL do. */
function hashOf(row: object): string {
  const named = Object.entries(row).map(([name, value]) => [name.replace("subId", "sub_id"), value] as const);
  const columns = named.sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(columns)).digest("hex").slice(0, 32);
}

export async function greatest(
  trx: Writer,
  table: Shared | "analyticsSessions" | "analyticsViews",
  column: "id" | "change",
): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`select max(${sql.ref(column)}) as last from ${sql.table(
    table,
  )}`.execute(trx);
  return rows[0]?.last ?? 0;
}
