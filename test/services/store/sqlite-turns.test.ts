import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setImmediate, setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Connection } from "../../../services/store/engine/connection.ts";
import { StoreBusy } from "../../../services/store/engine/failures.ts";
import { migrate } from "../../../services/store/engine/migrate.ts";
import { longestWaitMs } from "../../../services/store/engine/retry-while-busy.ts";
import { openSqlite } from "../../../services/store/engine/sqlite.ts";
import { statementRunner } from "../../../services/store/engine/sqlite-turns.ts";
import { badEmailCounter } from "../../../services/store/visits/bad-emails.ts";
import type { Visits } from "../../../services/store/visits/visits.ts";
import { visitsIn } from "../../../services/store/visits/visits.ts";
import { holds } from "../../support/holds.ts";
import { holdWriteLock } from "../../support/store-reader.ts";
import { aVisit } from "../../support/submissions.ts";

let folder: string;
let connection: Connection;
let visits: Visits;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "claimpath-turns-"));
  connection = await openSqlite(`file:${join(folder, "store.db")}`);
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

test("transactions that wait at the same time share one commit", async () => {
  const before = commits();
  expect(await appendAll(many(20))).toEqual(Array(20).fill("ok"));
  expect(commits()).toBe(before + 1);
  await appendAll(many(1));
  await appendAll(many(1));
  expect(commits()).toBe(before + 3);
});

test("one that fails or comes too late takes no other along", holds("T4"), async () => {
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

test(
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

test("a statement is prepared once, however often it is run", () => {
  const file = new DatabaseSync(":memory:");
  const prepare = vi.spyOn(file, "prepare");
  const run = statementRunner(file);
  const [one, other] = ["select ? as it", "select ? + 1 as it"].map((sql) => ({
    sql,
    rows: (_: unknown, arrays: readonly unknown[][]) => [...arrays],
  }));
  const values = [1, 2, 3].map((value) => run({ statement: one!, values: [value] } as never));
  expect(values).toEqual([[[1]], [[2]], [[3]]]);
  expect(run({ statement: other!, values: [1] } as never)).toEqual([[2]]);
  expect(prepare).toHaveBeenCalledTimes(2);
  file.close();
});

test("work that takes several turns of the event loop is seen whole or not at all", async () => {
  const visit = aVisit();
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow = connection.write(async (trx) => {
    await trx.insertInto("turns").values({ name: "slow" }).execute();
    begun.resolve();
    await end.promise;
  });
  await begun.promise;
  const byName = connection.prepare((db) => db.selectFrom("turns").select("name").where("name", "=", "slow"));
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

test("what waited while this process was busy itself is refused nothing", async () => {
  const now = performance.now();
  const waiting = [
    connection.write((trx) => trx.insertInto("turns").values({ name: "alone" }).execute()),
    visits.append(aVisit(), 0, [entry]),
  ];
  const clock = vi.spyOn(performance, "now").mockReturnValue(now + 2 * longestWaitMs);
  expect((await Promise.allSettled(waiting)).map(({ status }) => status)).toEqual(Array(2).fill("fulfilled"));
  clock.mockRestore();
});

test("work that is alone is refused in time, however many others keep coming to a locked store", async () => {
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
