import { setTimeout } from "node:timers/promises";
import { type PostgresServer, rowsOf } from "../../test/support/postgres.ts";
import { cpuMsOfFamily } from "../bench/cpu-time.ts";

/** What a server has done so far; `cpuMs` is of all its processes, `logged` bytes of its write-ahead log. */
export type ServerCounters = { cpuMs: number; commits: number; logged: number };

/** Longer than a connection of PostgreSQL's keeps to itself what it did. */
const countedAfterMs = 1_500;

export async function serverCpuMs(server: PostgresServer): Promise<number> {
  return (await server.pids()).reduce((sum, pid) => sum + cpuMsOfFamily(pid), 0);
}

/** Of each server, at one time as good as. */
export async function countersOf(servers: readonly PostgresServer[]): Promise<ServerCounters[]> {
  await setTimeout(countedAfterMs);
  return Promise.all(
    servers.map(async (server) => {
      const cpuMs = await serverCpuMs(server);
      const [row] = await rowsOf<{ commits: string; logged: string }>(
        server.address("postgres"),
        `select (select sum(xact_commit) from pg_stat_database) as commits,
           pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as logged`,
      );
      return { cpuMs, commits: Number(row!.commits), logged: Number(row!.logged) };
    }),
  );
}

/** What was done in between, for each of so many. */
export function perEach(after: ServerCounters, before: ServerCounters, count: number): ServerCounters {
  const each = (what: keyof ServerCounters) => (after[what] - before[what]) / count;
  return { cpuMs: each("cpuMs"), commits: each("commits"), logged: each("logged") };
}
