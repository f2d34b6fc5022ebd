import { createHash } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { verifyLog } from "../../../services/consent-log/verify-log.ts";
import { silentLog } from "../../../services/observe/log.ts";
import { consentHash, genesis } from "../../../services/store/consents/consent-chain.ts";
import { addConsentIn } from "../../../services/store/consents/consents.ts";
import { type Connection, openConnection } from "../../../services/store/engine/connection.ts";
import { isMigrated, migrate } from "../../../services/store/engine/migrate.ts";
import { migrations, released } from "../../../services/store/engine/migrations/migrations.ts";
import { logKeyOf } from "../../../services/transparency/signed-note.ts";
import { databases, databasesOf, storeAt } from "../../support/databases.ts";
import { runCommand } from "../../support/run-command.ts";
import { sqlOn } from "../../support/store-reader.ts";
import { aSubmission, aVisit } from "../../support/submissions.ts";

const key = logKeyOf("k".repeat(32));
const names = Object.keys(migrations);
/** The migrations up to one, as the program had them then. */
const upTo = (count: number) => Object.fromEntries(Object.entries(migrations).slice(0, count));

/** What release 0.1.0 stored, in its own columns: every later version must still accept it. */
async function storeAsReleased(connection: Connection, version: number): Promise<void> {
  const mark = `${version}`;
  const insert = (table: string, row: Record<string, unknown>) => {
    const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)));
    return sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(row))})`.execute(
      connection.db,
    );
  };
  await insert("visits", {
    id: `old-visit-${mark}`,
    session_id: `session-${mark}`,
    lead_id: `lead-${mark}`,
    variant: "c",
    machine_version: "v1",
    created_at: 1,
    updated_at: 2,
  });
  const body = JSON.stringify({ step: "AtFault", answers: { at_Fault: mark } });
  await insert("visit_log", { visit_id: `old-visit-${mark}`, seq: 0, kind: "answer", body, at: 1 });
  await insert("bad_emails", { session_id: `session-${mark}`, address_hash: "h", times: 1, updated_at: 2 });
  await insert("leads", {
    id: `lead-${mark}`,
    origin: `old-visit-${mark}`,
    kind: "survey",
    variant: "c",
    created_at: 2,
    qualified: 1,
    dq_reason: null,
    record: JSON.stringify({ first_name: mark }),
    derived: "[]",
    location: "/survey-thank-you/",
  });
  await insert("outbox", {
    id: `lead-${mark}.lead-prosper`,
    lead_id: `lead-${mark}`,
    destination: "lead-prosper",
    payload: JSON.stringify({ first_name: mark }),
    status: "waiting",
    attempts: 1,
    attempts_forgiven: 0,
    run_at: 2,
    locked_until: null,
    last_error: "down",
    created_at: 2,
    updated_at: 2,
  });
  const failed = { attempt: 1, at: 2, outcome: "failed", detail: "down" };
  await insert("outbox_attempts", { outbox_id: `lead-${mark}.lead-prosper`, ...failed });
  await (version === oldest ? insert("consent_chain", chained(mark)) : storeConsent(connection, mark));
}

/** The version of release 0.1.0. */
const oldest = released.length;

function storeConsent(connection: Connection, mark: string): Promise<void> {
  return connection.transact(() => addConsentIn(connection)(`lead-${mark}`, aSubmission().consent!));
}

/** The first record of the chain, as programs before the log added them. */
function chained(mark: string) {
  const body = JSON.stringify(aSubmission().consent!.body);
  const text = createHash("sha256").update(aSubmission().consent!.body.text).digest("hex");
  const row = { seq: 1, leadId: `lead-${mark}`, at: 1, body, textSha256: text, previousHash: genesis };
  const { leadId: lead_id, textSha256: text_sha256, previousHash: previous_hash } = row;
  return { seq: 1, lead_id, at: 1, body, text_sha256, previous_hash, hash: consentHash(row) };
}

const open = (url: string) => storeAt(url, { now: () => 5 });

/** Columns with their types, as the database itself reports them, after the store was opened with every migration. */
async function shapeOf(url: string): Promise<string[]> {
  await (await open(url)).close();
  const connection = await openConnection(url, silentLog);
  const tables = await connection.db.introspection.getTables();
  await connection.close();
  const columns = tables.flatMap(({ name: table, columns }) =>
    columns.map(({ name, dataType, isNullable }) => `${table}.${name} ${dataType} ${isNullable}`),
  );
  return columns.sort();
}

test("the list of migrations is sorted by names, which never change", () => {
  expect(names).toEqual([...names].sort());
  expect(names[0]).toBe("001-first");
});

describe.each(databases)("migrations on $name", ({ start }) => {
  const server = databasesOf(start);
  let shapeFromEmpty: string[];
  beforeAll(async () => {
    shapeFromEmpty = await shapeOf(await server.emptyUrl());
    expect(shapeFromEmpty.length).toBeGreaterThan(40);
  });

  /** A database that was brought to each of these versions in turn, with data written under each. */
  async function grown(versions: readonly number[]): Promise<string> {
    const url = await server.emptyUrl();
    const connection = await openConnection(url, silentLog);
    for (const version of versions) {
      await migrate(connection, upTo(version));
      await storeAsReleased(connection, version);
    }
    expect(await isMigrated(connection)).toBe(versions.includes(names.length));
    await connection.close();
    return url;
  }

  test.each([
    [
      "step by step, with data written under each version",
      names.map((_, index) => index + 1).slice(oldest - 1),
    ],
    ["in one go from release 0.1.0", [oldest]],
  ])(
    "%s, everything is kept, the tables are as in a new store, and the store continues from it",
    async (_, versions) => {
      const url = await grown(versions);
      const store = await open(url);
      expect(await store.ready()).toBe(true);
      for (const version of versions) {
        const lead = await store.leads.get(`lead-${version}`);
        expect(lead).toMatchObject({ qualified: true, record: { first_name: `${version}` }, createdAt: 2 });
        expect(await store.leads.byOrigin(`old-visit-${version}`)).toEqual(lead);
        expect(await store.visits.latest(`session-${version}`, "c")).toMatchObject({
          id: `old-visit-${version}`,
          leadId: `lead-${version}`,
          entries: [{ seq: 0, body: { step: "AtFault", answers: { at_Fault: `${version}` } } }],
        });
        const [message] = await store.outbox.list({ leadId: `lead-${version}` });
        expect(message).toMatchObject({ status: "waiting", attempts: 1, lastError: "down" });
        expect(await store.outbox.attempts(message!.id)).toMatchObject([{ attempt: 1, outcome: "failed" }]);
        expect((await store.consents.ofLead(`lead-${version}`))?.body).toContain("I agree to be called");
      }
      const message = (await store.outbox.claim(["lead-prosper"], 5))[0]!;
      await store.outbox.delivered(message, "accepted", "");
      expect((await store.submit(aVisit(), 0, [], aSubmission())).status).toBe("stored");
      const chained = versions.filter((version) => version === oldest).length;
      const all = { ok: true, count: versions.length + 1, chained };
      const newer = all.count - chained;
      expect(await verifyLog(store)).toMatchObject({ ...all, unsealed: newer });
      expect(await store.consentLog.seal(key)).toEqual({ taken: newer });
      expect(await verifyLog(store, { key })).toMatchObject({ ...all, sealed: newer });
      // The chain's end is the log's first leaf.
      await sqlOn(url, `delete from consent_chain where seq = ${chained}`);
      expect((await verifyLog(store, { key })).ok).toBe(chained === 0);
      await store.close();
      expect(await shapeOf(url)).toEqual(shapeFromEmpty);
    },
  );

  test("a store extended by a newer program is served; one reduced by it is left alone, and says so", async () => {
    const url = await server.freshUrl();
    await (await open(url)).close();
    const note = (name: string) =>
      sqlOn(url, `insert into kysely_migration (name, timestamp) values ('${name}', '')`);
    await note("998-later");
    await (await open(url)).close();
    await note("999-contract-later");
    await expect(open(url)).rejects.toThrow(/tables are of a newer program \(999-contract-later\)/);
  });

  test("a store older than release 0.1.0 is left alone, and says what to start first", async () => {
    const url = await server.emptyUrl();
    const connection = await openConnection(url, silentLog);
    await migrate(connection, upTo(10));
    await connection.close();
    const recorded = () => sqlOn(url, "select name, timestamp from kysely_migration order by name");
    const before = await recorded();
    const env = { DATABASE_URL: url, SESSION_SECRETS: "s".repeat(32), DATA_KEYS: "d".repeat(32) };
    const { stderr, status } = await runCommand("leads list", env);
    expect(stderr).toContain(
      "The lead store's tables are older than release 0.1.0: start release 0.1.0 on them once, then this one.",
    );
    expect(status).toBe(1);
    expect(await recorded()).toEqual(before);
    const doctor = await runCommand("doctor", env);
    expect(doctor.stdout).toContain("start release 0.1.0 on them once");
  });

  test("a store with another line of versions is left alone, and says so", async () => {
    const url = await server.emptyUrl();
    const connection = await openConnection(url, silentLog);
    await migrate(connection, upTo(names.length - 1));
    await connection.close();
    await sqlOn(url, "insert into kysely_migration (name, timestamp) values ('998-later', '')");
    await expect(open(url)).rejects.toThrow(/tables are of a newer program \(998-later\)/);
  });

  test("a failing migration is named, with its reason", async () => {
    const connection = await openConnection(await server.emptyUrl(), silentLog);
    const fails = async () => {
      throw new Error("no room");
    };
    const wanted = { ...migrations, "998-fails": { up: fails }, "999-never": { up: fails } };
    const done = migrate(connection, wanted);
    await expect(done).rejects.toThrow(
      "The lead store's tables could not be brought up to date: 998-fails failed.",
    );
    await expect(done).rejects.toMatchObject({ cause: { message: "no room" } });
    await connection.close();
  });

  test("three stores that open an earlier version at once upgrade it together", async () => {
    const url = await grown([oldest]);
    const stores = await Promise.all([open(url), open(url), open(url)]);
    for (const store of stores) {
      expect(await store.ready()).toBe(true);
      expect((await store.leads.list({ limit: 9 })).map(({ id }) => id)).toEqual([`lead-${oldest}`]);
    }
    await Promise.all(stores.map((store) => store.close()));
  });
});
