import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { sql } from "kysely";
import pg from "pg";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { silentLog } from "../../../services/observe/log.ts";
import { openConnection } from "../../../services/store/engine/connection.ts";
import { StoreUnavailable } from "../../../services/store/engine/failures.ts";
import { openPostgres } from "../../../services/store/engine/postgres.ts";
import { openPool, withDeadline } from "../../../services/store/engine/postgres-pool.ts";
import type { Store } from "../../../services/store/store.ts";
import { databasesOf, postgres, storeAt } from "../../support/databases.ts";
import { during } from "../../support/during.ts";
import { holds } from "../../support/holds.ts";
import { rowsOf, startPgBouncer, startPostgres } from "../../support/postgres.ts";
import { aSubmission, aVisit } from "../../support/submissions.ts";
import { waitFor } from "../../support/wait-for.ts";

describe("a server", () => {
  /** Its own server, which is frozen and ended. */
  const server = during(startPostgres);

  it("is refused when it does not sync, and its loss is noticed", holds("T2"), async () => {
    const url = await server.freshDatabase();
    const events: string[] = [];
    const open = () => storeAt(url, { log: (event) => void events.push(event) });
    const commit = (word: string) =>
      rowsOf(url, `alter database ${new URL(url).pathname.slice(1)} set synchronous_commit = ${word}`);
    await commit("off");
    await expect(open()).rejects.toThrow(/power cut/);
    await commit("on");

    const store = await open();
    const visit = aVisit();
    await store.visits.append(visit, 0, []);
    expect(await store.ready()).toBe(true);
    await server.down();
    await expect(store.submit(visit, 0, [], aSubmission())).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(store.visits.load(visit.id)).rejects.toBeInstanceOf(StoreUnavailable);
    expect(await store.ready()).toBe(false);
    expect(events).toContain("store.connection_lost");
    await store.close();
    await server.up();
  });

  it("survives a connection cut in the middle of a transaction, between two queries", async () => {
    const url = await server.freshDatabase();
    const events: string[] = [];
    const connection = openPostgres(url, (event) => events.push(event));
    const cut = connection.write(async (trx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
      await rowsOf(url, `select pg_terminate_backend(${rows[0]!.pid})`);
      // The news arrives while nobody asks: it must not end the process.
      await waitFor("the news", () => events.length > 0);
      await sql`select 1`.execute(trx);
    });
    await expect(cut).rejects.toBeInstanceOf(StoreUnavailable);
    expect(events).toEqual(["store.connection_lost"]);
    await connection.read((db) => sql`select 1`.execute(db));
    await connection.close();
  });

  it("is waited for when frozen until an answer's deadline, and no longer", async () => {
    const connection = openPostgres(await server.freshDatabase(), silentLog);
    const ask = () => [
      connection.read((db) => sql`select 1`.execute(db)),
      connection.write((db) => sql`select 1`.execute(db)),
    ];
    await Promise.all(ask());
    const goOn = await server.freeze();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const errors: unknown[] = [];
      for (const answer of ask()) answer.catch((error) => errors.push(error));
      await waitFor("both questions to be on their way", () => vi.getTimerCount() === 2);
      await vi.advanceTimersByTimeAsync(11_000);
      expect(errors, "the server's own limit has the first word").toEqual([]);
      await vi.advanceTimersByTimeAsync(1_500);
      expect(errors).toEqual([expect.any(StoreUnavailable), expect.any(StoreUnavailable)]);
    } finally {
      vi.useRealTimers();
      goOn();
    }
    await connection.close();
  });

  /** A proxy in front of a database that keeps a session for each client, and names the session, as poolers do. */
  async function poolerOfSessions(url: string) {
    const { hostname, port } = new URL(url);
    const pooler = createServer((client) => {
      const behind = connect(Number(port), hostname);
      client.pipe(behind);
      behind.on("data", (bytes) => {
        // BackendKeyData: its kind, its length of 12 bytes, and then the session's process.
        const at = bytes.indexOf(Buffer.from([0x4b, 0, 0, 0, 12]));
        if (at >= 0) bytes.writeInt32BE(77_777, at + 5);
        client.write(bytes);
      });
      behind.on("close", () => client.destroy());
      client.on("close", () => behind.destroy());
      for (const socket of [client, behind]) socket.on("error", () => undefined);
    });
    pooler.listen(0, "127.0.0.1");
    await once(pooler, "listening");
    const own = Object.assign(new URL(url), { port: String((pooler.address() as AddressInfo).port) });
    return { url: own.href, [Symbol.dispose]: () => void pooler.close() };
  }

  it("can be maintained through a pooler with a session for each client", async () => {
    const url = await server.freshDatabase();
    using pooler = await poolerOfSessions(url);
    const connection = openPostgres(url, silentLog, { directUrl: pooler.url });
    const { rows } = await connection.maintain((db) => sql<{ one: number }>`select 1 as one`.execute(db));
    expect(rows).toEqual([{ one: 1 }]);
    await connection.close();
  });

  it("leaves an answer due that was stored while a progress save was settled", async () => {
    const url = await server.freshDatabase();
    const store = await storeAt(url, { now: () => 5, saveProgressAfterMs: 0 });
    const visit = aVisit();
    const answer = { kind: "answer", body: { step: "AtFault", answers: {} }, at: 5 };
    await store.visits.append(visit, 0, [answer]);
    const due = (await store.progressSaves.claim(5))[0]!;

    // `append`, stopped just before its end.
    const writer = new pg.Client(url);
    await writer.connect();
    await writer.query("begin");
    await writer.query("insert into visit_log select visit_id, 1, kind, '{}', at from visit_log");
    await writer.query("update progress_saves set next_at = 5");
    const settled = store.progressSaves.settle(due, { saved: { progression: true, backup: true } });
    const waiting = "select count(*) as n from pg_locks where not granted";
    await waitFor(
      "the settlement to wait",
      async () => (await rowsOf<{ n: string }>(url, waiting))[0]!.n !== "0",
    );
    await writer.query("commit");
    await writer.end();

    expect(await settled).toBe(true);
    expect(await store.progressSaves.claim(5)).toMatchObject([
      { progression: [{ seq: 1 }], backup: [{ seq: 1 }] },
    ]);
    await store.close();
  });
});

describe("a lost leader", () => {
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
  /** Commits wait for a standby that does not exist. */
  const loseStandby = () => awaitStandby("nobody");
  const awaitStandby = async (name: string) => {
    await ask(`alter system set synchronous_standby_names = '${name}'`);
    await ask("select pg_reload_conf()");
  };
  const commitsThatWait = async () =>
    (await ask("select 1 from pg_stat_activity where wait_event = 'SyncRep'")).length;
  const append = (visit = aVisit()) => store.visits.append(visit, 0, [{ kind: "entry", body: {}, at: 1 }]);

  it("is not ready while commits wait for a lost standby, and is when they do not", async () => {
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

  it("has abandoned connections keep their places until the server lets go", holds("T81"), async () => {
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
  });

  it("has maintenance that leaves nothing behind on requests' connections, and without their time-outs", async () => {
    const connection = await openConnection(url, silentLog, { poolSize: 1 });
    const shown = async (db = connection.db) =>
      (await sql<{ statementTimeout: string }>`show statement_timeout`.execute(db)).rows[0]!.statementTimeout;
    expect(await shown()).toBe("10s");
    expect(await connection.maintain(shown)).toBe("0");
    await connection.scrub();
    expect(await shown()).toBe("10s");
    await connection.close();
  });

  it("asks for a session at the direct address behind a pooler of transactions", holds("T82"), async () => {
    const fresh = await server.emptyUrl();
    const pooler = await startPgBouncer(fresh);
    try {
      await expect(storeAt(pooler.url)).rejects.toThrow(/pooler in transaction mode.*DATABASE_DIRECT_URL/);
      const opened = await storeAt(pooler.url, { directUrl: fresh });
      expect(await opened.people.scrub()).toBe(true);
      await opened.close();
      // Once its tables exist, a start opens no session of its own.
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
  });

  it(
    "thanks a request that finds its lead only when that is as safe as a new one",
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

  it("is reported when read-only, and written to as soon as possible", holds("T80"), async () => {
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
});
