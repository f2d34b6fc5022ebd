import type { DatabaseSync } from "node:sqlite";
import { CamelCasePlugin, Kysely, type KyselyPlugin, SqliteAdapter, SqliteDialect } from "kysely";
import type { Connection } from "./connection.ts";
import { asStoreError } from "./failures.ts";
import { oneAtATime, retryWhileBusy } from "./retry-while-busy.ts";
import type { Schema } from "./schema.ts";
import { forKysely, openSqliteFile, pragma, sqlitePath } from "./sqlite-file.ts";

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

export async function openSqlite(url: string, plugins: KyselyPlugin[] = []): Promise<Connection> {
  const path = sqlitePath(url);
  let file: DatabaseSync;
  try {
    file = await retryWhileBusy(async () => openSqliteFile(path), performance.now());
  } catch (error) {
    throw new Error(`The lead store ${path} cannot be opened: ${(error as Error).message}.`, {
      cause: error,
    });
  }
  const db = new Kysely<Schema>({
    dialect: new TransactionalDialect({ database: forKysely(file) }),
    plugins: [new CamelCasePlugin(), ...plugins],
  });
  const inTurn = oneAtATime();
  const attempt = async <T>(work: () => Promise<T>): Promise<T> => {
    const startedAt = performance.now();
    try {
      return await retryWhileBusy(work, startedAt);
    } catch (error) {
      throw asStoreError(error);
    }
  };
  return {
    kind: "sqlite",
    db,
    read: (work) => attempt(() => work(db)),
    write: (work) => {
      const startedAt = performance.now();
      return inTurn(() => retryWhileBusy(() => db.transaction().execute(work), startedAt)).catch((error) => {
        throw asStoreError(error);
      });
    },
    verifyDurability: () => attempt(async () => verifyDurable(file)),
    // Pages are zeroed when rows go (secure_delete); the log beside the file still has them until it is cut off.
    scrub: () => attempt(async () => pragma(file, "wal_checkpoint(truncate)") === 0),
    close: () => db.destroy(),
  };
}
