import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { sql } from "kysely";
import pg from "pg";
import { expect, test, vi } from "vitest";
import { silentLog } from "../../../services/observe/log.ts";
import { StoreUnavailable } from "../../../services/store/engine/failures.ts";
import { openPostgres } from "../../../services/store/engine/postgres.ts";
import { storeAt } from "../../support/databases.ts";
import { during } from "../../support/during.ts";
import { holds } from "../../support/holds.ts";
import { rowsOf, startPostgres } from "../../support/postgres.ts";
import { aSubmission, aVisit } from "../../support/submissions.ts";
import { waitFor } from "../../support/wait-for.ts";

/** Its own: it is frozen and ended. */
const server = during(startPostgres);

test("refuses a server that does not sync, and notices when it goes away", holds("T2"), async () => {
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

test("survives a connection that is cut in the middle of a transaction, between two queries", async () => {
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

test("a server that has frozen is waited for until the deadline of an answer, and no longer", async () => {
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

/** In front of a database: keeps a session for each client, and gives the session a name of its own, as poolers do. */
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

test("maintenance goes through a pooler that keeps a session for each client", async () => {
  const url = await server.freshDatabase();
  using pooler = await poolerOfSessions(url);
  const connection = openPostgres(url, silentLog, { directUrl: pooler.url });
  const { rows } = await connection.maintain((db) => sql<{ one: number }>`select 1 as one`.execute(db));
  expect(rows).toEqual([{ one: 1 }]);
  await connection.close();
});

test("a progress save that is settled while an answer is being stored leaves that answer due", async () => {
  const url = await server.freshDatabase();
  const store = await storeAt(url, { now: () => 5, saveProgressAfterMs: 0 });
  const visit = aVisit();
  const answer = { kind: "answer", body: { step: "AtFault", answers: {} }, at: 5 };
  await store.visits.append(visit, 0, [answer]);
  const due = (await store.progressSaves.claim(5))[0]!;

  // What `append` does, stopped just before its end.
  const writer = new pg.Client(url);
  await writer.connect();
  await writer.query("begin");
  await writer.query("insert into visit_log select visit_id, 1, kind, body, at from visit_log");
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
