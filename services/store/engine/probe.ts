import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { Connection, Reader } from "./connection.ts";
import { codeOf, rootOf, StoreUnavailable } from "./failures.ts";
import { isMigrated } from "./migrate.ts";

/**
 * Until when a streaming replica of PostgreSQL knows what was committed.
 * @returns epoch milliseconds; null while it knows all
 */
export async function replicatedUntil(connection: Connection): Promise<number | null> {
  // Everything that has arrived is visible, and the connection to the primary is up: then nothing is missing.
  const { rows } = await connection.read((db) =>
    sql<{ until: number | null }>`
      select case
        when not pg_is_in_recovery() then null
        when pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn()
          and exists (select 1 from pg_stat_wal_receiver) then null
        else (extract(epoch from pg_last_xact_replay_timestamp()) * 1000)::bigint
      end as until`.execute(db),
  );
  return rows[0]!.until;
}

/** Bytes that the database takes up on its disk, without SQLite's log or PostgreSQL's. */
export function sizeOf(connection: Connection): () => Promise<number> {
  const query =
    connection.kind === "sqlite"
      ? sql<{
          bytes: number;
        }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
      : sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`;
  return async () => {
    const { rows } = await connection.look((db) => query.execute(db));
    return Number(rows[0]!.bytes);
  };
}

/** A store that takes longer to answer is not ready, in milliseconds. */
const patienceMs = 1_500;

/**
 * Whether answers can be stored: the tables are up to date, and a write comes to its end, which one that waits for a
 * standby that is gone does not. All who ask at the same time are answered by one look.
 */
export function probing(connection: Connection): () => Promise<boolean> {
  let underWay: Promise<boolean> | undefined;
  return () => {
    underWay ??= look(connection)
      .catch(() => false)
      .finally(() => {
        underWay = undefined;
      });
    return Promise.race([underWay, pause(patienceMs, false, { ref: false })]);
  };
}

async function look(connection: Connection): Promise<boolean> {
  if (!(await isMigrated(connection))) return false;
  await connection.look(demandWritable(connection));
  return true;
}

/** PostgreSQL's word for a function that it does not have; engines that only speak its language lack some. */
const noFunction = "42883";

/** Writes something that no table holds, and waits until it is as safe as a lead would be. */
function demandWritable({ kind }: Connection) {
  return async (db: Reader): Promise<void> => {
    if (kind === "sqlite") return;
    const { rows } = await sql<{ isReadOnly: boolean }>`
      select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as is_read_only`.execute(
      db,
    );
    if (rows[0]!.isReadOnly) throw new StoreUnavailable("The lead store can be read and not written to.");
    try {
      await sql`select pg_logical_emit_message(true, 'claimpath', '')`.execute(db);
    } catch (error) {
      if (codeOf(rootOf(error)) !== noFunction) throw error;
    }
  };
}
