import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { silentLog } from "../../../services/observe/log.ts";
import { openConnection } from "../../../services/store/connection.ts";
import { StoreBusy, StoreUnavailable } from "../../../services/store/errors.ts";
import { asStoreError } from "../../../services/store/failures.ts";
import { patientStore } from "../../../services/store/patient-store.ts";
import { openPool, withDeadline } from "../../../services/store/postgres-pool.ts";
import { openStore } from "../../../services/store/store.ts";
import type { Store } from "../../../services/store/types.ts";
import { holds } from "../../support/holds.ts";
import { startPgBouncer } from "../../support/pg-bouncer.ts";
import { type PostgresServer, rowsOf, startPostgres } from "../../support/postgres.ts";
import { aSubmission, aVisit } from "../../support/submissions.ts";
import { waitFor } from "../../support/wait-for.ts";

let server: PostgresServer;
let url: string;
let store: Store;
let events: string[];
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server?.stop());
beforeEach(async () => {
  url = await server.freshDatabase();
  events = [];
  const log = (event: string) => void events.push(event);
  // Two places for writes that wait, and two for looks that were given up and still have theirs.
  store = await openStore({ url, now: () => 1, log, hashKey: "k", poolSize: 4 });
  return () => store.close();
});

const ask = (text: string) => rowsOf(server.address("postgres"), text);
/** Commits wait for a standby that nobody has. */
const loseStandby = () => awaitStandby("nobody");
const awaitStandby = async (name: string) => {
  await ask(`alter system set synchronous_standby_names = '${name}'`);
  await ask("select pg_reload_conf()");
};
const commitsThatWait = async () =>
  (await ask("select 1 from pg_stat_activity where wait_event = 'SyncRep'")).length;
const coded = (code: string) => Object.assign(new Error("said by the server"), { code });
const whole = <Done extends { status: string }>(done: Done) => done as Exclude<Done, { status: "conflict" }>;
const append = (visit = aVisit()) => store.visits.append(visit, 0, [{ kind: "entry", body: {}, at: 1 }]);
test.each(["25006", "28P01", "28000", "3D000", "42P01", "42501", "25P03", "0A000", "ECONNRESET", "EPIPE"])(
  "%s is trouble of the store",
  (code) => expect(asStoreError(coded(code))).toBeInstanceOf(StoreUnavailable),
);

test.each(["22001", "23505", "ERR_INVALID_ARG_TYPE"])("%s is about what was asked", (code) => {
  const error = coded(code);
  expect(asStoreError(error)).toBe(error);
});

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

describe("behind a pooler in transaction mode", () => {
  test(
    "what needs a session is refused in plain words, or done at the direct address",
    holds("T82"),
    async () => {
      const fresh = await server.freshDatabase();
      const pooler = await startPgBouncer(fresh);
      const options = { url: pooler.url, now: () => 1, log: silentLog, hashKey: "k" };
      try {
        await expect(openStore(options)).rejects.toThrow(/pooler in transaction mode.*DATABASE_DIRECT_URL/);
        const opened = await openStore({ ...options, directUrl: fresh });
        expect(await opened.people.scrub()).toBe(true);
        await opened.close();
        // Once its tables are there, a start asks for no session of its own.
        const events: string[] = [];
        const again = await openStore({ ...options, log: (event) => void events.push(event) });
        const other = await openStore(options);
        expect([await other.ready(), await again.ready()]).toEqual([true, true]);
        // Readiness asks as requests do, so it meets what they would.
        expect(events).toEqual(["store.statements_unnamed"]);
        await other.close();
        await expect(again.people.scrub()).rejects.toThrow(/DATABASE_DIRECT_URL/);
        await again.close();
        const locks = await rowsOf(fresh, "select 1 from pg_locks where locktype = 'advisory'");
        expect(locks).toEqual([]);
      } finally {
        await pooler.stop();
      }
    },
  );
});

describe("a request", () => {
  const lost = (code: string) => new StoreUnavailable("lost", { cause: coded(code) });
  const failing = (...errors: Error[]) => {
    let calls = 0;
    const submit: Store["submit"] = async (...all) => {
      calls += 1;
      const error = errors.shift();
      if (error) throw error;
      return store.submit(...all);
    };
    return { patient: patientStore({ ...store, submit }), calls: () => calls };
  };

  test("waits for a leader that was lost, and is made again", holds("T83"), async () => {
    const { patient, calls } = failing(lost("57P01"), lost("25006"), lost("ECONNREFUSED"));
    expect((await patient.submit(aVisit(), 0, [], aSubmission())).status).toBe("stored");
    expect(calls()).toBe(4);
  });

  test("waits for what is asked before its answer is stored", holds("T83"), async () => {
    const errors = Array.from({ length: 3 }, () => lost("57P01"));
    const first = <Call extends (...given: never[]) => Promise<unknown>>(call: Call) => {
      const error = errors.pop()!;
      let isLost = true;
      return ((...given) => {
        if (!isLost) return call(...given);
        isLost = false;
        return Promise.reject(error);
      }) as Call;
    };
    const { badEmails, verdicts } = store;
    const patient = patientStore({
      ...store,
      badEmails: { countBad: first(badEmails.countBad) },
      verdicts: { find: first(verdicts.find), keep: first(verdicts.keep) },
    });
    await patient.verdicts.keep("phone check", "+12135550123", { isValid: true });
    expect(await patient.verdicts.find("phone check", "+12135550123", 1_000)).toEqual({ isValid: true });
    expect(await patient.badEmails.countBad("session", "a@example.com")).toBe(0);
  });

  test("whose commit was done and never answered finds its lead, which is there once", async () => {
    const visit = aVisit();
    let calls = 0;
    const submit: Store["submit"] = async (...all) => {
      const done = await store.submit(...all);
      calls += 1;
      if (calls === 1) throw lost("08006");
      return done;
    };
    const patient = patientStore({ ...store, submit });
    const again = await patient.submit(visit, 0, [], aSubmission());
    expect(again.status).toBe("duplicate");
    expect(
      await rowsOf(
        url,
        "select (select count(*) from leads) as leads, (select count(*) from consents) as consents",
      ),
    ).toEqual([{ leads: "1", consents: "1" }]);
  });

  test("that finds its lead is thanked only when that is as safe as a new one", holds("T84"), async () => {
    const visit = aVisit();
    await store.submit(visit, 0, [], aSubmission());
    // Another's lead: writes of one lead wait for each other, not for the standby.
    const { lead } = await store.submit(aVisit(), 0, [], aSubmission()).then(whole);
    await loseStandby();
    // The server takes its new settings up when it comes to it.
    await waitFor("the store not to be ready", async () => !(await store.ready()));
    const looks = await commitsThatWait();
    const thanked: string[] = [];
    const again = store.submit(visit, 0, [], aSubmission()).then(() => thanked.push("posted again"));
    const replayed = store.leads.acknowledged(lead.id).then(() => thanked.push("replayed"));
    try {
      await expect.poll(commitsThatWait).toBe(looks + 2);
      expect(thanked).toEqual([]);
    } finally {
      await awaitStandby("");
    }
    await Promise.all([again, replayed]);
    expect(thanked).toHaveLength(2);
  });

  test("does not wait for what does not pass, and until a write succeeds the store is not ready", async () => {
    const { patient, calls } = failing(lost("42501"), new StoreBusy());
    await expect(patient.submit(aVisit(), 0, [], aSubmission())).rejects.toThrow("lost");
    expect([calls(), await store.ready(), await patient.ready()]).toEqual([1, true, false]);
    await expect(patient.submit(aVisit(), 0, [], aSubmission())).rejects.toThrow(StoreBusy);
    expect((await patient.submit(aVisit(), 0, [], aSubmission())).status).toBe("stored");
    expect(await patient.ready()).toBe(true);
  });
});
