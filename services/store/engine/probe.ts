import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { Connection, Reader } from "./connection.ts";
import { StoreUnavailable } from "./errors.ts";
import { codeOf, rootOf } from "./failures.ts";
import { isMigrated } from "./migrate.ts";

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
