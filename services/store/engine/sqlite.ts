import type { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { CamelCasePlugin, Kysely, SqliteAdapter, SqliteDialect } from "kysely";
import { sealing } from "../sealed/plugin.ts";
import type { Connection } from "./connection.ts";
import { asStoreError } from "./failures.ts";
import { retryWhileBusy } from "./retry-while-busy.ts";
import type { Schema } from "./schema.ts";
import { forKysely, openSqliteFile, pragma, sqlitePath } from "./sqlite-file.ts";
import { statementRunner, takingTurns } from "./sqlite-turns.ts";
import { preparing } from "./statements.ts";

/** Lets migrations run in a transaction, which SQLite can do: processes that start together take turns. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class TransactionalDialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }
}

/** Reads the settings back after a real write, because only a write shows what SQLite made of them. */
export function verifyDurable(file: DatabaseSync): void {
  file.exec(`pragma user_version = ${Number(pragma(file, "user_version"))}`);
  const journal = pragma(file, "journal_mode");
  const synchronous = pragma(file, "synchronous");
  if (journal !== "wal" || synchronous !== 2) {
    throw new Error(
      `The lead store would lose leads in a power cut (journal_mode ${journal}, synchronous ${synchronous}).`,
    );
  }
}

/**
 * Cuts off the log of a SQLite file, which readers hold up: those of the site for moments, Litestream for as long as it
 * runs.
 * @returns false when it was held up for five seconds
 */
async function cutOff(file: DatabaseSync): Promise<boolean> {
  for (let tries = 0; tries < 50; tries++) {
    if (pragma(file, "wal_checkpoint(truncate)") === 0) return true;
    await setTimeout(100);
  }
  return false;
}

export async function openSqlite(url: string, sealed = sealing("closed")): Promise<Connection> {
  const path = sqlitePath(url);
  let file: DatabaseSync;
  try {
    file = await retryWhileBusy(async () => openSqliteFile(path), performance.now());
  } catch (error) {
    throw new Error(`The lead store ${path} cannot be opened.`, { cause: error });
  }
  const db = new Kysely<Schema>({
    dialect: new TransactionalDialect({ database: forKysely(file, sealed.stored) }),
    plugins: [new CamelCasePlugin(), sealed],
  });
  const run = statementRunner(file, sealed.stored);
  const turns = takingTurns(file, run);
  const attempt = async <T>(work: () => Promise<T>): Promise<T> => {
    const startedAt = performance.now();
    try {
      return await retryWhileBusy(work, startedAt);
    } catch (error) {
      throw asStoreError(error);
    }
  };
  const refuse = (error: unknown) => {
    throw asStoreError(error);
  };
  return {
    kind: "sqlite",
    db,
    prepare: preparing(db, sealed),
    query: (bound) =>
      attempt(async () => {
        await turns.quiet();
        return run(bound) as never;
      }),
    transact: (work) => turns.transact(work).catch(refuse),
    read: (work) => attempt(() => work(db)),
    look: (work) => attempt(() => work(db)),
    maintain: (work) => attempt(() => work(db)),
    write: (work) => turns.alone(() => db.transaction().execute(work)).catch(refuse),
    verifyDurability: () => attempt(async () => verifyDurable(file)),
    // Pages are zeroed when rows go (secure_delete); the log beside the file still has them until it is cut off.
    scrub: () => attempt(() => cutOff(file)),
    close: () => db.destroy(),
  };
}
