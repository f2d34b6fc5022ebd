import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { silentLog } from "../../../services/observe/log.ts";
import { openConnection } from "../../../services/store/engine/connection.ts";
import { StoreUnavailable } from "../../../services/store/engine/failures.ts";
import { openPool, withDeadline } from "../../../services/store/engine/postgres-pool.ts";
import type { Store } from "../../../services/store/store.ts";
import { databasesOf, postgres, storeAt } from "../../support/databases.ts";
import { holds } from "../../support/holds.ts";
import { startPgBouncer } from "../../support/pg-bouncer.ts";
import { rowsOf } from "../../support/postgres.ts";
import { aSubmission, aVisit } from "../../support/submissions.ts";
import { waitFor } from "../../support/wait-for.ts";

const server = databasesOf(postgres.start);
let url: string;
let store: Store;
let events: string[];
beforeAll(async () => {
  url = await server.freshUrl();
  events = [];
  // Two places for writes that wait, and two for looks that were given up and still have theirs.
  store = await storeAt(url, { log: (event) => void events.push(event), poolSize: 4 });
  return () => store.close();
});

/** Past the database that a test makes read-only. */
const ask = (text: string) => rowsOf(new URL("/postgres", url).href, text);
/** Commits wait for a standby that nobody has. */
const loseStandby = () => awaitStandby("nobody");
const awaitStandby = async (name: string) => {
  await ask(`alter system set synchronous_standby_names = '${name}'`);
  await ask("select pg_reload_conf()");
};
const commitsThatWait = async () =>
  (await ask("select 1 from pg_stat_activity where wait_event = 'SyncRep'")).length;
const append = (visit = aVisit()) => store.visits.append(visit, 0, [{ kind: "entry", body: {}, at: 1 }]);

test("it is not ready while commits wait for a standby that is gone, and is when they do not", async () => {
  expect(await store.ready()).toBe(true);
  await loseStandby();
  const answered: string[] = [];
  try {
    // The server takes its new settings up when it comes to it.
    await waitFor("the store not to be ready", async () => !(await store.ready()));
    const written = append().then(() => answered.push("a write"));
    expect(await store.ready()).toBe(false);
    answered.push("a look");
    expect(await store.visits.load("none"), "reading goes on").toBeUndefined();
    await awaitStandby("");
    await written;
  } finally {
    await awaitStandby("");
  }
  expect(answered, "a look is given up before a commit that waits").toEqual(["a look", "a write"]);
  await waitFor("the store to be ready", () => store.ready());
});

test(
  "connections that were given up on keep their places until the server lets go",
  holds("T81"),
  async () => {
    const pool = openPool(url, silentLog, { max: 2, connectMs: 200 });
    const isServed = async (pid?: number) =>
      (await ask(`select 1 from pg_stat_activity where pid = ${pid}`)).length > 0;
    const clients = withDeadline(pool, 300, isServed);
    const write = async () => {
      const client = await clients.connect();
      try {
        await client.query("select pg_logical_emit_message(true, 'test', '')");
      } finally {
        client.release();
      }
    };
    await loseStandby();
    try {
      for (let round = 0; round < 4; round++) {
        await Promise.allSettled([write(), write(), write()]);
        expect(await commitsThatWait()).toBeLessThanOrEqual(2);
      }
      await expect.poll(commitsThatWait).toBe(2);
    } finally {
      await awaitStandby("");
    }
    await expect.poll(() => write().then(() => "written")).toBe("written");
    await clients.end();
  },
);

test("maintenance leaves nothing behind on a connection of requests, nor has it their time-outs", async () => {
  const connection = await openConnection(url, silentLog, { poolSize: 1 });
  const shown = async (db = connection.db) =>
    (await sql<{ statementTimeout: string }>`show statement_timeout`.execute(db)).rows[0]!.statementTimeout;
  expect(await shown()).toBe("10s");
  expect(await connection.maintain(shown)).toBe("0");
  await connection.scrub();
  expect(await shown()).toBe("10s");
  await connection.close();
});

test(
  "through a pooler of transactions a session is asked for at the direct address",
  holds("T82"),
  async () => {
    const fresh = await server.emptyUrl();
    const pooler = await startPgBouncer(fresh);
    try {
      await expect(storeAt(pooler.url)).rejects.toThrow(/pooler in transaction mode.*DATABASE_DIRECT_URL/);
      const opened = await storeAt(pooler.url, { directUrl: fresh });
      expect(await opened.people.scrub()).toBe(true);
      await opened.close();
      // Once its tables are there, a start asks for no session of its own.
      const events: string[] = [];
      const again = await storeAt(pooler.url, { log: (event) => void events.push(event) });
      const other = await storeAt(pooler.url);
      expect([await other.ready(), await again.ready()]).toEqual([true, true]);
      // Readiness asks as requests do, so it meets what they would.
      expect(events).toEqual(["store.statements_unnamed"]);
      await other.close();
      await expect(again.people.scrub()).rejects.toThrow(/DATABASE_DIRECT_URL/);
      await again.close();
      expect(await rowsOf(fresh, "select 1 from pg_locks where locktype = 'advisory'")).toEqual([]);
    } finally {
      await pooler.stop();
    }
  },
);

test(
  "a request that finds its lead is thanked only when that is as safe as a new one",
  holds("T84"),
  async () => {
    const visit = aVisit();
    await store.submit(visit, 0, [], aSubmission());
    // Another's lead: writes of one lead wait for each other, not for the standby.
    const { lead } = await store.submit(aVisit(), 0, [], aSubmission());
    await loseStandby();
    // The server takes its new settings up when it comes to it.
    await waitFor("the store not to be ready", async () => !(await store.ready()));
    const looks = await commitsThatWait();
    const thanked: string[] = [];
    const again = store.submit(visit, 0, [], aSubmission()).then(() => thanked.push("posted again"));
    const replayed = store.leads.acknowledged(lead!.id).then(() => thanked.push("replayed"));
    try {
      await expect.poll(commitsThatWait).toBe(looks + 2);
      expect(thanked).toEqual([]);
    } finally {
      await awaitStandby("");
    }
    await Promise.all([again, replayed]);
    expect(thanked).toHaveLength(2);
  },
);

test("a store that is read-only says so, and is written to as soon as it may be", holds("T80"), async () => {
  expect(await store.ready()).toBe(true);
  const name = new URL(url).pathname.slice(1);
  await ask(`alter database ${name} set default_transaction_read_only = on`);
  const cut = "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'claimpath'";
  await ask(cut);
  await waitFor("the connections to be cut", async () => events.includes("store.connection_lost"));
  await expect(append()).rejects.toBeInstanceOf(StoreUnavailable);
  expect(await store.ready()).toBe(false);
  await ask(`alter database ${name} reset default_transaction_read_only`);
  // No connection is cut now: the one that had said it is not used again.
  expect(await append()).toBe("ok");
});
