import { randomUUID } from "node:crypto";
import { silentLog } from "../../services/observe/log.ts";
import { openStore } from "../../services/store/store.ts";
import { type PostgresServer, rowsOf } from "../../test/support/postgres.ts";
import { countersOf, perEach, type ServerCounters } from "./server-counters.ts";

/** What an answer costs the leader, and the servers of the partitions together. */
export type ForeignCost = { leader: ServerCounters; others: ServerCounters; ms: number };

const [visits, answersEach] = [40, 25];

const open = (url: string) => openStore({ url, now: Date.now, log: silentLog, hashKey: "spread" });

/**
 * Puts a store's visits into PostgreSQL's hash partitions on other servers (postgres_fdw), and asks the program's own
 * statements of it.
 * @returns what the first answer of a visit is refused with, and what the others cost with and without partitions
 */
export async function tryForeign(leader: PostgresServer, others: readonly PostgresServer[]) {
  const plain = await leader.freshDatabase();
  await (await open(plain)).close();
  const local = await costOf(plain, leader, others);
  const url = await leader.freshDatabase();
  const parts = await Promise.all(others.map((server) => server.freshDatabase()));
  for (const each of [url, ...parts]) await (await open(each)).close();
  await partition(url, parts);
  const store = await open(url);
  const refused = await store.visits
    .append(aVisit(randomUUID()), 0, [{ kind: "entry", body: {}, at: 1 }])
    .then(() => "nothing", reasonOf);
  await store.close();
  return { refused, local, foreign: await costOf(url, leader, others) };
}

const reasonOf = (error: Error): string =>
  error.cause instanceof Error ? reasonOf(error.cause) : error.message;
const aVisit = (id: string) => ({ id, sessionId: id, variant: "c", machineVersion: "c.1" });

async function partition(url: string, parts: readonly string[]): Promise<void> {
  const tables = { visits: "id", visit_log: "visit_id", progress_saves: "visit_id" };
  const servers = parts.map((part, index) => {
    const { hostname, port, pathname } = new URL(part);
    return `create server part${index} foreign data wrapper postgres_fdw
        options (host '${hostname}', port '${port}', dbname '${pathname.slice(1)}');
      create user mapping for current_user server part${index} options (user 'postgres', password_required 'false');`;
  });
  const tablesIn = Object.entries(tables).map(
    ([table, key]) => `alter table ${table} rename to ${table}_was;
      create table ${table} (like ${table}_was including defaults) partition by hash (${key});
      ${parts
        .map(
          (_, index) => `create foreign table ${table}_${index} partition of ${table}
            for values with (modulus ${parts.length}, remainder ${index}) server part${index} options (table_name '${table}');`,
        )
        .join("\n")}`,
  );
  await rowsOf(url, ["create extension postgres_fdw;", ...servers, ...tablesIn].join("\n"));
}

/** Answers after the first one, by the program's own statement. */
async function costOf(
  url: string,
  leader: PostgresServer,
  others: readonly PostgresServer[],
): Promise<ForeignCost> {
  const ids = Array.from({ length: visits }, () => randomUUID());
  const rows = ids.map((id) => `('${id}', '${id}', 'c', 'c.1', 1, 1, 1, 0)`).join(", ");
  await rowsOf(
    url,
    `insert into visits (id, session_id, variant, machine_version, created_at, updated_at, log_length, rolled_length)
       values ${rows}`,
  );
  const store = await open(url);
  const answer = (id: string, seq: number) =>
    store.visits.append(aVisit(id), seq, [
      { kind: "answer", body: { step: "AtFault", fields: { option: "no" } }, at: 1 },
    ]);
  // Until then connections are opened and statements prepared.
  for (const id of ids) await answer(id, 1);
  const all = [leader, ...others];
  const before = await countersOf(all);
  const began = performance.now();
  for (let seq = 2; seq < 2 + answersEach; seq++) {
    for (const id of ids) if ((await answer(id, seq)) !== "ok") throw new Error("an answer was not stored");
  }
  const ms = (performance.now() - began) / (visits * answersEach);
  const after = await countersOf(all);
  await store.close();
  const [first, ...rest] = after.map((last, index) => perEach(last, before[index]!, visits * answersEach));
  const sum = (what: keyof ServerCounters) => rest.reduce((total, each) => total + each[what], 0);
  return {
    leader: first!,
    others: { cpuMs: sum("cpuMs"), commits: sum("commits"), logged: sum("logged") },
    ms,
  };
}
