import { sql } from "kysely";
import type { Connection } from "./connection.ts";

/**
 * Until when a streaming replica of PostgreSQL knows what was committed.
 * @returns epoch milliseconds; null while it knows all
 */
export async function replicatedUntil(connection: Connection): Promise<number | null> {
  // All that has arrived is shown, and the line to the primary is up: then nothing is missing.
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
