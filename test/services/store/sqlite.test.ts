import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { silentLog } from "../../../services/observe/log.ts";
import { StoreBusy, StoreUnavailable } from "../../../services/store/engine/failures.ts";
import { migrate } from "../../../services/store/engine/migrate.ts";
import { openSqlite, verifyDurable } from "../../../services/store/engine/sqlite.ts";
import { submissionsIn } from "../../../services/store/leads/submit.ts";
import { openStore } from "../../../services/store/store.ts";
import { holds } from "../../support/holds.ts";
import { aSubmission, aVisit } from "../../support/submissions.ts";

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "claimpath-sqlite-"));
  path = join(folder, "data", "store.db");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = () => openStore({ url: `file:${path}`, now: () => 1, log: silentLog, hashKey: "k" });

test("writes ahead and syncs every commit, still after a real write", holds("T2"), async () => {
  const connection = await openSqlite(`file:${path}`);
  await migrate(connection);
  await submissionsIn(connection, () => 1).submit(aVisit(), 0, [], aSubmission());
  const pragma = async (name: string) => {
    const { rows } = await sql.raw<Record<string, unknown>>(`pragma ${name}`).execute(connection.db);
    return Object.values(rows[0]!)[0];
  };
  expect(await pragma("journal_mode")).toBe("wal");
  expect(await pragma("synchronous")).toBe(2);
  expect(await pragma("foreign_keys")).toBe(1);
  expect(await pragma("secure_delete")).toBe(1);
  expect(await pragma("busy_timeout")).toBeLessThanOrEqual(50);
  expect(await pragma("cache_size")).toBe(-4_000);
  await connection.close();
});

test("refuses a file that only claims to sync every commit", holds("T2"), () => {
  const file = new DatabaseSync(join(folder, "weak.db"));
  file.exec("pragma journal_mode = wal; pragma synchronous = normal");
  expect(() => verifyDurable(file)).toThrow(/power cut/);
  file.close();
});

test("makes its folder and file for the owner only", async () => {
  await (await open()).close();
  expect(statSync(path).mode & 0o077).toBe(0);
  expect(statSync(join(folder, "data")).mode & 0o077).toBe(0);
});

test("says in words when the file is no store, or the address names none", async () => {
  writeFileSync(join(folder, "text.db"), "this is not a database, whatever its name says".repeat(99));
  const options = { now: () => 1, log: silentLog, hashKey: "k" };
  await expect(openStore({ ...options, url: `file:${join(folder, "text.db")}` })).rejects.toThrow(
    /cannot be opened/,
  );
  await expect(openStore({ ...options, url: "file:" })).rejects.toThrow(/must name a file/);
  await expect(openStore({ ...options, url: "mysql://x" })).rejects.toThrow(/file: or postgres/);
});

test("while another process holds the lock, writes fail and nothing else waits", holds("T5"), async () => {
  const store = await open();
  const visit = aVisit();
  await store.visits.append(visit, 0, []);
  const other = new DatabaseSync(path);
  other.exec("begin immediate");

  const burst = Array.from({ length: 50 }, () => store.submit(aVisit(), 0, [], aSubmission()));
  let isPending = true;
  const refused = Promise.allSettled(burst).finally(() => {
    isPending = false;
  });
  let reads = 0;
  while (isPending) {
    expect((await store.visits.load(visit.id))?.id).toBe(visit.id);
    reads += 1;
    await setTimeout(1);
  }
  // Were the process to stand still for the lock until patience ends, one or two would pass.
  expect(reads).toBeGreaterThan(5);
  for (const result of await refused) {
    expect(result.status === "rejected" && result.reason).toBeInstanceOf(StoreBusy);
  }
  const patient = store.submit(visit, 0, [], aSubmission());
  // It waits while others read.
  for (let read = 0; read < 5; read++) await store.visits.load(visit.id);
  other.exec("rollback");
  expect((await patient).status).toBe("stored");
  expect(await store.leads.list({ limit: 99 })).toHaveLength(1);
  other.close();
  await store.close();
});

test("a full disk refuses the lead whole; with room it takes the next one", holds("T3"), async () => {
  const connection = await openSqlite(`file:${path}`);
  await migrate(connection);
  const { submit } = submissionsIn(connection, () => 1);
  const { rows } = await sql<{ pageCount: number }>`pragma page_count`.execute(connection.db);
  await sql.raw(`pragma max_page_count = ${rows[0]!.pageCount + 20}`).execute(connection.db);
  let stored = 0;
  const big = () => {
    const submission = aSubmission();
    submission.lead.record = { case_description: "x".repeat(9_000) };
    return submission;
  };
  const fill = async () => {
    for (;;) {
      await submit(aVisit(), 0, [{ kind: "answer", body: {}, at: 1 }], big());
      stored += 1;
    }
  };
  await expect(fill()).rejects.toBeInstanceOf(StoreUnavailable);
  const count = async (table: string) =>
    (await sql.raw<{ n: number }>(`select count(*) as n from ${table}`).execute(connection.db)).rows[0]!.n;
  for (const table of ["visits", "visit_log", "leads", "consents", "outbox"])
    expect(await count(table)).toBe(stored);
  expect(stored).toBeGreaterThan(0);
  await sql`pragma max_page_count = 100000`.execute(connection.db);
  expect((await submit(aVisit(), 0, [], big())).status).toBe("stored");
  await connection.close();
});

test("an error at which SQLite rolled back is not hidden by our own rollback", holds("T4"), async () => {
  const connection = await openSqlite(`file:${path}`);
  await migrate(connection);
  const { submit } = submissionsIn(connection, () => 1);
  await sql`create trigger t before insert on outbox begin select raise(rollback, 'disk gone'); end`.execute(
    connection.db,
  );
  await expect(submit(aVisit(), 0, [], aSubmission())).rejects.toThrow("disk gone");
  const write = connection.write((trx) => sql`insert into outbox default values`.execute(trx));
  await expect(write).rejects.toThrow("disk gone");
  await sql`drop trigger t`.execute(connection.db);
  expect((await submit(aVisit(), 0, [], aSubmission())).status).toBe("stored");
  await connection.close();
});
