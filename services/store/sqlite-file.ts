import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname, resolve } from "node:path";
import Sqlite from "better-sqlite3";
import type { SqliteDatabase, SqliteStatement } from "kysely";

/** Path of the file a `file:` URL names; relative paths start at the working directory. */
export function sqlitePath(url: string): string {
  const path = url.replace(/^file:(\/\/(?=\/))?/, "");
  if (path === "" || path.startsWith(":"))
    throw new Error("DATABASE_URL must name a file, like file:./data/claimpath.db.");
  return resolve(path);
}

/**
 * How many KiB of the file's pages each connection keeps; others the system reads from its own cache. The driver's
 * 16,000 are no faster, and fill so slowly that memory seems to grow for days.
 */
const pageCacheKb = 4_000;

/** Opens the file, making it and its folder readable by the owner only: it holds personal data. */
export function openSqliteFile(path: string): Sqlite.Database {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  closeSync(openSync(path, "a", 0o600));
  // A longer wait here would freeze every other request; `retryWhileBusy` waits without blocking.
  const file = new Sqlite(path, { timeout: 10 });
  try {
    file.pragma("journal_mode = WAL");
    // Explicit, because better-sqlite3's build falls back to NORMAL at the first write in WAL mode.
    file.pragma("synchronous = FULL");
    file.pragma(`cache_size = -${pageCacheKb}`);
    file.pragma("foreign_keys = ON");
    file.pragma("secure_delete = ON");
    return file;
  } catch (error) {
    file.close();
    throw error;
  }
}

const keptStatements = 200;

/** What Kysely drives: prepared statements are kept, transactions take the write lock when they begin. */
export function forKysely(file: Sqlite.Database): SqliteDatabase {
  const kept = new Map<string, SqliteStatement>();
  const nothing: SqliteStatement = {
    reader: false,
    all: () => [],
    run: () => ({ changes: 0, lastInsertRowid: 0 }),
    iterate: () => [][Symbol.iterator](),
  };
  return {
    close: () => file.close(),
    prepare(sql) {
      // After a full disk SQLite has rolled back by itself; a second rollback would hide that error.
      if (sql === "rollback" && !file.inTransaction) return nothing;
      const found = kept.get(sql);
      if (found) return found;
      // A transaction that reads first and locks later can fail half-way with a stale snapshot.
      const statement = file.prepare(sql === "begin" ? "begin immediate" : sql) as SqliteStatement;
      if (kept.size >= keptStatements) kept.clear();
      kept.set(sql, statement);
      return statement;
    },
  };
}
