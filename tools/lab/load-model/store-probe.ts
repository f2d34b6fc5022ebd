import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import type { PostgresServer } from "../../../test/support/postgres.ts";
import { sqlOn } from "../../../test/support/sql-on.ts";
import { cpuMsOfFamily } from "../../bench/cpu-time.ts";

/** Counters of a store that only rise; bytes are those written to its log, and those of the database. */
export type Counters = { cpuMs: number; rows: number; logged: number; stored: number };

/** Longer than a connection of PostgreSQL's keeps to itself what it did. */
const countedAfterMs = 1_500;

/** @param pid the site's process, which writes the file itself */
export async function sqliteCounters(url: string, pid: number): Promise<Counters> {
  const tables = "select name from sqlite_master where type = 'table' and name not like 'sqlite_%'";
  const [size] = await sqlOn<{ bytes: number }>(
    url,
    "select page_count * page_size as bytes from pragma_page_count, pragma_page_size",
  );
  const written = /^write_bytes: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, "utf8"))![1];
  return { cpuMs: 0, rows: await rowsIn(url, tables), logged: Number(written), stored: size!.bytes };
}

export async function postgresCounters(url: string, server: PostgresServer): Promise<Counters> {
  await setTimeout(countedAfterMs);
  const [row] = await sqlOn<Record<"logged" | "stored", string>>(
    url,
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as logged,
       pg_database_size(current_database()) as stored`,
  );
  const tables = "select tablename as name from pg_tables where schemaname = 'public'";
  return {
    cpuMs: (await server.pids()).reduce((sum, pid) => sum + cpuMsOfFamily(pid), 0),
    rows: await rowsIn(url, tables),
    logged: Number(row!.logged),
    stored: Number(row!.stored),
  };
}

async function rowsIn(url: string, tables: string): Promise<number> {
  const names = await sqlOn<{ name: string }>(url, tables);
  const counts = names.map(({ name }) => `(select count(*) from "${name}")`).join(" + ");
  const [row] = await sqlOn<{ rows: number | string }>(url, `select ${counts} as rows`);
  return Number(row!.rows);
}
