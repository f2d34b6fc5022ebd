import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { verifyLog } from "../../services/consent-log/verify-log.ts";
import { answersC } from "../support/answers.ts";
import { storeAt } from "../support/databases.ts";
import { holds } from "../support/holds.ts";
import { type PostgresServer, rowsOf, startPostgres } from "../support/postgres.ts";
import { type Sites, startSites } from "../support/sites.ts";
import { sqlOn } from "../support/store-reader.ts";
import { entriesC, JsonVisitor, noLoad, visitAfterVisit } from "../support/visitors.ts";
import { waitFor } from "../support/wait-for.ts";

/**
 * The next release, as far as this one can notice: every table has two more columns, and there is another table. A
 * clone may have no older commit to start, so this release is the older one here.
 */
const migration = `
import { sql } from "kysely";

export async function up(db) {
  const tables = await db.introspection.getTables();
  for (const { name } of tables) {
    await db.schema.alterTable(name).addColumn("next_text", "text").execute();
    await db.schema.alterTable(name).addColumn("next_number", "bigint", (c) => c.notNull().defaultTo(0)).execute();
  }
  await db.schema.createIndex("next_leads").on("leads").columns(["next_number", "created_at"]).execute();
  await db.schema.createTable("next_table").addColumn("id", "text", (c) => c.primaryKey().notNull()).execute();
}
`;

/** A built copy of this release that has one more migration. */
function nextRelease(): string {
  const folder = mkdtempSync(join(tmpdir(), "claimpath-next-"));
  for (const name of ["app", "machines", "services", "public", "build", "package.json"])
    cpSync(name, join(folder, name), { recursive: true });
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  const list = join(folder, "services/store/engine/migrations/migrations.ts");
  const text = readFileSync(list, "utf8");
  const added = `import * as next from "./998-next.ts";\n${text}`.replace(
    /(const migrations: .*?)\n\};/s,
    '$1\n  "998-next": next,\n};',
  );
  expect(added).toContain('"998-next": next');
  writeFileSync(list, added);
  writeFileSync(join(folder, "services/store/engine/migrations/998-next.ts"), migration);
  return folder;
}

let server: PostgresServer;
let url: string;
let cluster: Sites;
let next: string;

beforeAll(async () => {
  next = nextRelease();
  server = await startPostgres();
  url = await server.freshDatabase();
  // Only the receivers are stubs: more would use up the machine.
  const alone = {
    IPQS_KEY: "",
    ZIP_LOOKUP_URL: "",
    GIBBERISH_URL: "",
    LEAD_EXCHANGE_URL: "",
    "delivery.at-once": "4",
  };
  cluster = await startSites(url, 2, alone);
});
afterAll(async () => {
  await cluster?.close();
  await server?.stop();
  if (next) rmSync(next, { recursive: true });
});

const number = async (sql: string) => Number((await rowsOf<{ n: string }>(url, `select ${sql} as n`))[0]!.n);

describe("a visitor whose every request goes to another process", () => {
  it("has one count of refused e-mail addresses", async () => {
    const visitor = await new JsonVisitor(cluster.url).open();
    const entries = entriesC({
      NameAndEmail: { ...answersC.NameAndEmail, email: "pat@mailinator.com" },
    }).slice(0, -1);
    await visitor.progress(entries);
    await visitor.progress(entries.slice(-1));
    expect(await number("(select max(times) from bad_emails)")).toBe(2);
  });
});

describe("under load", () => {
  const load = noLoad();
  const more = async (leads: number) => {
    const wanted = load.acknowledged.size + leads;
    await waitFor(`${leads} more leads`, () => load.acknowledged.size >= wanted);
  };
  const newColumns = () =>
    rowsOf(url, "select 1 from information_schema.columns where column_name = 'next_number'");
  /** Tries that failed are tries of their own: a busy machine may keep a process from its store for seconds. */
  const failed =
    "(select count(*) from outbox_attempts where outbox_id = outbox.id and outcome = 'failed')::integer";
  const undelivered = "(select count(*) from outbox where status <> 'delivered')";
  const openSaves = "(select count(*) from progress_saves where next_at is not null)";

  it("no request fails and nothing is lost or doubled when any process dies, stops or runs the next release", async () => {
    const { processes, stubs, balancer } = cluster;
    const [first, second] = processes;
    // The buyer keeps everybody waiting: each process has deliveries under way when the blow falls, as one has four at most.
    const gate = Promise.withResolvers<void>();
    await waitFor("what was sent before", async () => (await number(undelivered)) === 0);
    stubs.leadProsper.gate = gate.promise;
    const busy = Array.from({ length: 8 }, (_, who) => visitAfterVisit(cluster.url, who, load));
    onTestFinished(() => {
      load.over = true;
      gate.resolve();
    });
    const { received } = stubs.leadProsper;
    const earlier = received.size;
    await waitFor("deliveries by both", () => received.size - earlier > 4);
    expect(await first!.stop("SIGKILL")).toBeNull();
    // A sender counts as dead two minutes after it has claimed a message.
    const orphan = `status = 'sending' and locked_until < ${Date.now() + 120_000}`;
    gate.resolve();
    await more(6);
    expect(await newColumns()).toEqual([]);
    // The next release migrates the tables under the other processes, which keep running.
    await first!.restart(next);
    expect((await newColumns()).length).toBeGreaterThan(20);
    const served = [...balancer.served];
    await more(8);
    for (const [index, before] of served.entries())
      expect(balancer.served[index]! - before, `requests at ${index}`).toBeGreaterThan(3);
    expect(await second!.stop("SIGTERM")).toBe(0);
    await more(4);
    // This release on the next one's tables, as after a crash in the middle of a deploy, or one that turned out bad.
    await second!.restart();
    await more(4);
    load.over = true;
    await Promise.all(busy);
    const { unthanked, retries } = load;
    expect({ unthanked, retries }, "what visitors saw").toEqual({ unthanked: 0, retries: 0 });

    const open = `(select count(*) from outbox where status <> 'delivered' and not (${orphan}))`;
    await waitFor(
      "what is not the killed one's to be delivered",
      async () => (await number(open)) === 0,
      300_000,
    );
    const held = await rowsOf<{ id: string }>(url, `select id from outbox where ${orphan}`);
    const orphans = new Set(held.map(({ id }) => id));
    expect(orphans.size, "the kill hit deliveries").toBeGreaterThan(0);
    expect(orphans.size, "at most what one process sends at once").toBeLessThanOrEqual(4);
    const sentOnce = [...received].filter(([id]) => !orphans.has(id));
    expect(sentOnce.filter(([, { times }]) => times !== 1)).toEqual([]);
    const again = await rowsOf<{ id: string }>(url, `select id from outbox where attempts > 1 + ${failed}`);
    expect(again, "claimed again while its sender lived").toEqual([]);

    // Pretends that the two minutes have passed.
    await rowsOf(url, "update outbox set locked_until = 0 where status = 'sending'");
    await rowsOf(url, "update progress_saves set locked_until = 0 where locked_until is not null");
    await waitFor("all deliveries", async () => (await number(undelivered)) === 0);
    await waitFor("all progress saves", async () => (await number(openSaves)) === 0);
    const attempts = await rowsOf<{ id: string; attempts: number }>(
      url,
      `select id, attempts - ${failed} as attempts from outbox`,
    );
    expect(attempts.filter(({ id, attempts }) => attempts !== (orphans.has(id) ? 2 : 1))).toEqual([]);
    const times = [...received.values()].map(({ times }) => times);
    expect(Math.max(...times), "arrivals of one message").toBe(2);
  });

  it("every acknowledged lead is stored once, with one consent and one message, and the buyer has it", async () => {
    const leads = await sqlOn<{ id: string; email: string; consents: string; messages: string }>(
      url,
      `select id, record::json->>'email' as email,
         (select count(*) from consents where lead_id = leads.id) as consents,
         (select count(*) from outbox where lead_id = leads.id) as messages
       from leads`,
    );
    expect(leads.filter(({ consents, messages }) => consents !== "1" || messages !== "1")).toEqual([]);
    const ids = leads.map(({ id }) => `${id}.lead-prosper`).sort();
    expect([...cluster.stubs.leadProsper.received.keys()].sort()).toEqual(ids);
    const emails = new Set(leads.map(({ email }) => email));
    expect(emails.size).toBe(leads.length);
    expect(load.acknowledged.size).toBeGreaterThan(20);
    expect([...load.acknowledged].filter((email) => !emails.has(email))).toEqual([]);
  });

  it("there is one chain of consents", async () => {
    const store = await storeAt(url, { hashKey: "unused" });
    const verdict = await verifyLog(store);
    await store.close();
    expect(verdict).toMatchObject({ ok: true, count: await number("(select count(*) from leads)") });
  });

  it("every answer reaches the progress endpoint", holds(483), async () => {
    const logged = await rowsOf<{ visit_id: string; seqs: number[] }>(
      url,
      `select visit_id, array_agg(seq order by seq) as seqs
       from visit_log where kind in ('answer', 'back') group by visit_id`,
    );
    const { saved } = cluster.stubs.progress;
    expect(logged.length).toBeGreaterThanOrEqual(load.acknowledged.size);
    for (const { visit_id, seqs } of logged) {
      const { progression, backup } = saved.get(visit_id)!;
      expect([...progression.keys()].sort((a, b) => a - b)).toEqual(seqs);
      expect([...backup.keys()].sort((a, b) => a - b)).toEqual(seqs);
    }
  });
});
