import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import type { SqliteDatabase, SqliteStatement } from "kysely";
import { textsIn } from "../sealed/bytes.ts";

/** Path of the file a `file:` URL names; relative paths start at the working directory. */
export function sqlitePath(url: string): string {
  const path = url.replace(/^file:(\/\/(?=\/))?/, "");
  if (path === "" || path.startsWith(":"))
    throw new Error("DATABASE_URL must name a file, like file:./data/claimpath.db.");
  return resolve(path);
}

/**
 * How many KiB of the file's pages each connection keeps; others the system reads from its own cache. 16,000 are no
 * faster, and fill so slowly that memory seems to grow for days.
 */
const pageCacheKb = 4_000;

/** Opens the file, making it and its folder readable by the owner only: it holds personal data. */
export function openSqliteFile(path: string): DatabaseSync {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  closeSync(openSync(path, "a", 0o600));
  // A longer wait here would freeze every other request; `retryWhileBusy` waits without blocking.
  const file = new DatabaseSync(path, { timeout: 10 });
  try {
    file.exec(`
      pragma journal_mode = wal;
      pragma synchronous = full;
      pragma cache_size = -${pageCacheKb};
      pragma foreign_keys = on;
      pragma secure_delete = on;
    `);
    return file;
  } catch (error) {
    file.close();
    throw error;
  }
}

/** The value of a pragma, such as `journal_mode`. */
export function pragma(file: DatabaseSync, name: string): unknown {
  return Object.values(file.prepare(`pragma ${name}`).get() ?? {})[0];
}

const keptStatements = 200;

/** What is stored of a value that a statement is given. */
export type Stored = (value: unknown) => unknown;

/** The driver for Kysely: prepared statements are kept, transactions take the write lock when they begin. */
export function forKysely(file: DatabaseSync, stored: Stored): SqliteDatabase {
  const kept = new Map<string, SqliteStatement>();
  return {
    close: () => file.close(),
    prepare(sql) {
      // After a full disk SQLite has rolled back by itself; a second rollback would hide that error.
      if (sql === "rollback" && !file.isTransaction) return nothing;
      const found = kept.get(sql);
      if (found) return found;
      // A transaction that reads first and locks later can fail half-way with a stale snapshot.
      const statement = prepared(file, sql === "begin" ? "begin immediate" : sql, stored);
      if (kept.size >= keptStatements) kept.clear();
      kept.set(sql, statement);
      return statement;
    },
  };
}

const nothing: SqliteStatement = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [][Symbol.iterator](),
};

function prepared(file: DatabaseSync, sql: string, stored: Stored): SqliteStatement {
  const statement = file.prepare(sql);
  const given = (values: readonly unknown[]) => values.map(stored) as SQLInputValue[];
  const open = textsIn(statement);
  return {
    reader: statement.columns().length > 0,
    all(values) {
      const rows = statement.all(...given(values));
      if (open) rows.forEach(open);
      return rows;
    },
    run: (values) => statement.run(...given(values)),
    *iterate(values) {
      for (const row of statement.iterate(...given(values))) {
        open?.(row);
        yield row;
      }
    },
  };
}
