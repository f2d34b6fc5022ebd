import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setImmediate, setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { silentLog } from "../../../services/observe/log.ts";
import { perishable } from "../../../services/settings/limits.ts";
import type { Connection } from "../../../services/store/engine/connection.ts";
import { StoreBusy, StoreUnavailable } from "../../../services/store/engine/failures.ts";
import { migrate } from "../../../services/store/engine/migrate.ts";
import { longestWaitMs } from "../../../services/store/engine/retry-while-busy.ts";
import { openSqlite, verifyDurable } from "../../../services/store/engine/sqlite.ts";
import { sqlitePath } from "../../../services/store/engine/sqlite-file.ts";
import { submissionsIn } from "../../../services/store/leads/submit.ts";
import { sealing } from "../../../services/store/sealed/plugin.ts";
import { openStore } from "../../../services/store/store.ts";
import { badEmailCounter } from "../../../services/store/visits/bad-emails.ts";
import { type Visits, visitsIn } from "../../../services/store/visits/visits.ts";
import { freshStore, sqlite, storeAt } from "../../support/databases.ts";
import { holds } from "../../support/holds.ts";
import { holdWriteLock } from "../../support/store-reader.ts";
import { aSubmission, aVisit } from "../../support/submissions.ts";

describe("one file", () => {
  let folder: string;
  let path: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "claimpath-sqlite-"));
    path = join(folder, "data", "store.db");
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const open = () => storeAt(`file:${path}`, { now: () => 1, hashKey: "k" });

  it("writes ahead and syncs every commit, even after a real write", holds("T2"), async () => {
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

  it("is refused when it only claims to sync every commit", holds("T2"), () => {
    const file = new DatabaseSync(join(folder, "weak.db"));
    file.exec("pragma journal_mode = wal; pragma synchronous = normal");
    expect(() => verifyDurable(file)).toThrow(/power cut/);
    file.close();
  });

  it("is created with its folder for the owner only", async () => {
    await (await open()).close();
    expect(statSync(path).mode & 0o077).toBe(0);
    expect(statSync(join(folder, "data")).mode & 0o077).toBe(0);
  });

  it("is refused in words when it is not a store, or the address names none", async () => {
    writeFileSync(join(folder, "text.db"), "this is not a database, whatever its name says".repeat(99));
    const options = { now: () => 1, log: silentLog, hashKey: "k" };
    await expect(openStore({ ...options, url: `file:${join(folder, "text.db")}` })).rejects.toThrow(
      /cannot be opened/,
    );
    await expect(openStore({ ...options, url: "file:" })).rejects.toThrow(/must name a file/);
    await expect(openStore({ ...options, url: "mysql://x" })).rejects.toThrow(/file: or postgres/);
  });

  it("while another process holds the lock, writes fail and nothing else waits", holds("T5"), async () => {
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
    // If the process stood still for the lock until the deadline, one or two would pass.
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

  it("when full refuses the lead whole; with room it takes the next one", holds("T3"), async () => {
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

  it("an error at which SQLite rolled back is not hidden by our own rollback", holds("T4"), async () => {
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
});

describe("turns", () => {
  let folder: string;
  let connection: Connection;
  let visits: Visits;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "claimpath-turns-"));
    connection = await openSqlite(`file:${join(folder, "store.db")}`, sealing("unsealed"));
    await migrate(connection);
    const now = () => 1;
    visits = visitsIn(connection, now, badEmailCounter(connection, "k", now));
  });
  afterEach(async () => {
    await connection.close();
    rmSync(folder, { recursive: true });
  });

  /** Commits in the write-ahead log: a commit's last frame tells the size of the file after it. */
  function commits(): number {
    const log = readFileSync(join(folder, "store.db-wal"));
    const frame = 24 + log.readUInt32BE(8);
    const frames = Array.from(
      { length: Math.floor((log.length - 32) / frame) },
      (_, index) => 32 + index * frame,
    );
    const salt = log.readBigUInt64BE(16);
    return frames.filter((at) => log.readBigUInt64BE(at + 8) === salt && log.readUInt32BE(at + 4) > 0).length;
  }

  const entry = { kind: "answer", body: {}, at: 1 };
  const many = (count: number) => Array.from({ length: count }, () => aVisit());
  const appendAll = (all: readonly ReturnType<typeof aVisit>[]) =>
    Promise.all(all.map((visit) => visits.append(visit, 0, [entry])));

  it("transactions that wait at the same time share one commit", async () => {
    const before = commits();
    expect(await appendAll(many(20))).toEqual(Array(20).fill("ok"));
    expect(commits()).toBe(before + 1);
    await appendAll(many(1));
    await appendAll(many(1));
    expect(commits()).toBe(before + 3);
  });

  it("a failed or late transaction affects no other", holds("T4"), async () => {
    const [first, ...others] = many(4);
    const failing = connection.transact(function* () {
      yield* connection.prepare((db) => db.insertInto("turns").values({ name: "half" }))({});
      throw new RangeError("no");
    });
    const [failed, ...appended] = await Promise.allSettled([
      failing,
      visits.append(first!, 0, [entry]),
      visits.append(first!, 0, [entry, entry]),
      ...others.map((visit) => visits.append(visit, 0, [entry])),
    ]);
    expect(failed).toEqual({ status: "rejected", reason: new RangeError("no") });
    expect(appended.map((each) => each.status === "fulfilled" && each.value)).toEqual([
      "ok",
      "conflict",
      "ok",
      "ok",
      "ok",
    ]);
    expect((await visits.load(first!.id))?.entries).toHaveLength(1);
    for (const { id } of others) expect((await visits.load(id))?.entries).toHaveLength(1);
    const half = await connection.read((db) =>
      db.selectFrom("turns").select("name").where("name", "=", "half").execute(),
    );
    expect(half).toEqual([]);
  });

  it(
    "when SQLite itself gives up the common transaction, nobody is told that it was kept",
    holds("T4"),
    async () => {
      await sql`create trigger t before insert on visits when new.id = 'bad' begin select raise(rollback, 'disk gone'); end`.execute(
        connection.db,
      );
      const all = [aVisit(), aVisit({ id: "bad" }), aVisit()];
      const ends = await Promise.allSettled(all.map((visit) => visits.append(visit, 0, [entry])));
      for (const each of ends)
        expect(each).toMatchObject({ status: "rejected", reason: { message: "disk gone" } });
      for (const { id } of all) expect(await visits.load(id)).toBeUndefined();
    },
  );

  it("work that takes several turns of the event loop is visible completely or not at all", async () => {
    const visit = aVisit();
    const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = connection.write(async (trx) => {
      await trx.insertInto("turns").values({ name: "slow" }).execute();
      begun.resolve();
      await end.promise;
    });
    await begun.promise;
    const byName = connection.prepare((db) =>
      db.selectFrom("turns").select("name").where("name", "=", "slow"),
    );
    const seen = connection.query(byName({}));
    const appended = visits.append(visit, 0, [entry]);
    let isOver = false;
    void slow.then(() => {
      isOver = true;
    });
    for (let turn = 0; turn < 10; turn++) await setImmediate();
    end.resolve();
    expect(await seen).toEqual([{ name: "slow" }]);
    expect(isOver).toBe(true);
    expect(await appended).toBe("ok");
  });

  it("work that waited while this process was busy is not refused", async () => {
    const now = performance.now();
    const waiting = [
      connection.write((trx) => trx.insertInto("turns").values({ name: "alone" }).execute()),
      visits.append(aVisit(), 0, [entry]),
    ];
    const clock = vi.spyOn(performance, "now").mockReturnValue(now + 2 * longestWaitMs);
    expect((await Promise.allSettled(waiting)).map(({ status }) => status)).toEqual(
      Array(2).fill("fulfilled"),
    );
    clock.mockRestore();
  });

  it("work on its own is refused in time, however many others keep coming to a locked store", async () => {
    const release = holdWriteLock(join(folder, "store.db"));
    const others = setInterval(() => visits.append(aVisit(), 0, [entry]).catch(() => undefined), 50);
    await setTimeout(100);
    const late = setTimeout(5 * longestWaitMs, "never had a turn", { ref: false });
    const alone = connection.write((trx) => trx.insertInto("turns").values({ name: "alone" }).execute());
    const end = await Promise.race([late, alone.catch((error: unknown) => error)]).finally(() => {
      clearInterval(others);
      release();
    });
    expect(end).toBeInstanceOf(StoreBusy);
  });
});

describe("plans", () => {
  const on = freshStore(sqlite.start);

  /** SQLite's query plans for the program's work, step by step. They do not depend on the stored rows. */
  async function planOf(work: () => Promise<unknown>): Promise<string[]> {
    const prepare = vi.spyOn(DatabaseSync.prototype, "prepare");
    await work();
    const asked = prepare.mock.calls
      .map(([sql]) => sql)
      .filter((sql) => /^(with|select|update|delete)/.test(sql));
    prepare.mockRestore();
    const reader = new DatabaseSync(sqlitePath(on.url), { readOnly: true });
    const steps = asked.flatMap((sql) => {
      const parameters = Array(sql.split("?").length - 1).fill(0);
      const plan = reader.prepare(`explain query plan ${sql}`).all(...parameters) as { detail: string }[];
      return plan.map(({ detail }) => detail);
    });
    reader.close();
    return steps;
  }

  const perishables = () => Object.fromEntries(perishable.map((kind) => [kind, 1]));

  /** Few rows, however long the site runs, are read whole; what a statement made for itself is as short as what it found. */
  const short = /^(due|each|chosen|privacy_requests)$/;

  it.each<[string, () => Promise<unknown>, string]>([
    [
      "a message is taken without looking at the queue behind it",
      () => on.store.outbox.claim(["a", "b"], 5),
      "outbox_due (status=? AND destination=? AND run_at<?)",
    ],
    [
      "whether many names have anything is asked without a claim",
      () => on.store.outbox.claim(["a", "b", "c", "d", "e"], 5),
      "outbox_due (status=? AND destination=? AND run_at<?)",
    ],
    ["what waits is counted in the index alone", () => on.store.outbox.depth(), "COVERING INDEX outbox_due"],
    [
      "what is too old is found by its age; what is not, costs nothing",
      () => on.store.retention.sweep(perishables()),
      "leads_whole (created_at<?)",
    ],
  ])("%s", async (_, work, index) => {
    const steps = await planOf(work);
    expect(steps.join("\n")).toContain(index);
    const whole = steps.flatMap((step) => /^SCAN (\w+)|AUTOMATIC/.exec(step)?.[1] ?? []);
    expect(whole.filter((table) => !short.test(table))).toEqual([]);
    // Sorted are the first ones of each destination, and what is counted in an index alone.
    const sorted = steps.filter((_, at) => steps[at + 1]?.includes("TEMP B-TREE"));
    expect(sorted.filter((step) => !/^SCAN each$|COVERING INDEX/.test(step))).toEqual([]);
  });
});
