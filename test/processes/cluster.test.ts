import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { verifyLog } from "../../services/evidence/verify-log.ts";
import { silentLog } from "../../services/observe/log.ts";
import { openStore } from "../../services/store/store.ts";
import { answersC } from "../support/answers-c.ts";
import { FormVisitor } from "../support/form-visitor.ts";
import { thanks } from "../support/insisting.ts";
import { entriesC, JsonVisitor } from "../support/json-visitor.ts";
import { type PostgresServer, rowsOf, startPostgres } from "../support/postgres.ts";
import { type Sites, startSites } from "../support/sites.ts";
import { answersOf, noLoad, visitAfterVisit } from "../support/visit-after-visit.ts";
import { waitFor } from "../support/wait-for.ts";

/**
 * The release that comes after this one, as far as this one will notice: every table has got two columns, and there is
 * another table. A clone may have no older commit to start, so this release is the older one here.
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
  const list = join(folder, "services/store/migrate.ts");
  const text = readFileSync(list, "utf8");
  const added = `import * as next from "./migrations/998-next.ts";\n${text}`.replace(
    /(const migrations: .*?)\n\};/s,
    '$1\n  "998-next": next,\n};',
  );
  expect(added).toContain('"998-next": next');
  writeFileSync(list, added);
  writeFileSync(join(folder, "services/store/migrations/998-next.ts"), migration);
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
  // Only the receivers are stubs: more would take the machine from them.
  const alone = {
    IPQS_KEY: "",
    ZIP_LOOKUP_URL: "",
    GIBBERISH_URL: "",
    LEAD_EXCHANGE_URL: "",
    OUTBOX_AT_ONCE: "4",
  };
  cluster = await startSites(url, 3, alone);
});
afterAll(async () => {
  await cluster?.close();
  await server?.stop();
  if (next) rmSync(next, { recursive: true });
});

/**
 * Expects of every stored lead one consent, one message, and that the buyer has it.
 * @returns the leads' e-mail addresses, in order
 */
async function expectEachLeadOnce(): Promise<string[]> {
  const leads = await rowsOf<{ id: string; email: string; consents: string; messages: string }>(
    url,
    `select id, record::json->>'email' as email,
       (select count(*) from consents where lead_id = leads.id) as consents,
       (select count(*) from outbox where lead_id = leads.id) as messages
     from leads`,
  );
  expect(leads.filter(({ consents, messages }) => consents !== "1" || messages !== "1")).toEqual([]);
  const ids = leads.map(({ id }) => `${id}.lead-prosper`).sort();
  expect([...cluster.stubs.leadProsper.received.keys()].sort()).toEqual(ids);
  return leads.map(({ email }) => email).sort();
}

const number = async (sql: string) => Number((await rowsOf<{ n: string }>(url, `select ${sql} as n`))[0]!.n);

describe("a visitor whose every request goes to another process", () => {
  it("finishes the survey by forms", async () => {
    const before = [...cluster.balancer.served];
    const visitor = new FormVisitor(cluster.url);
    await visitor.open("/survey/c");
    for (const [step, answer] of Object.entries({ ...answersC, ...answersOf("form") })) {
      expect(visitor.screen.step).toBe(step);
      await visitor.post(answer);
    }
    expect(visitor.screen.url).toMatch(/^\/survey-thank-you\//);
    const served = cluster.balancer.served.map((count, index) => count - before[index]!);
    expect(Math.min(...served), "requests at each").toBeGreaterThan(Object.keys(answersC).length / 2);
  });

  it("finishes it by JSON, an answer at a time, and goes back and forth", async () => {
    const visitor = await new JsonVisitor(cluster.url).open();
    const entries = entriesC(answersOf("json"));
    for (const entry of entries.toSpliced(4, 0, { back: "TypeOfMedicalTreatment" }, entries[3]!)) {
      expect((await visitor.progress([entry])).status).toBe(200);
    }
    expect(thanks(await visitor.postLead())).toBe(true);
  });

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
  /** What the buyer takes over an answer in the beginning, in milliseconds; its deadline is 30 s. */
  const slowMs = 12_000;
  /** Messages that somebody has claimed and nobody has settled. */
  const held = () => rowsOf<{ id: string }>(url, "select id from outbox where status = 'sending'");
  /** Tries that failed are tries of their own: a busy machine may keep a process from its store for seconds. */
  const failed =
    "(select count(*) from outbox_attempts where outbox_id = outbox.id and outcome = 'failed')::integer";
  const openMessages = "(select count(*) from outbox where status not in ('delivered', 'sending'))";
  const openSaves = "(select count(*) from progress_saves where next_at is not null)";

  it("no request fails and nothing is lost or doubled when one is killed and another is stopped", async () => {
    const { processes, stubs } = cluster;
    const [killed, stopped] = processes;
    // A slow buyer: each process has deliveries under way when the blow falls, as two have eight at most.
    stubs.leadProsper.delayMs = slowMs;
    const busy = Array.from({ length: 12 }, (_, who) => visitAfterVisit(cluster.url, who, load));
    onTestFinished(() => {
      load.over = true;
    });
    await more(12);
    const { received } = stubs.leadProsper;
    await waitFor("deliveries by all", async () => received.size > 8 && (await held()).length > 8);
    expect(await killed!.stop("SIGKILL")).toBeNull();
    const killedAt = Date.now();
    stubs.leadProsper.delayMs = 100;
    await more(12);
    await killed!.restart();
    await more(8);
    expect(await stopped!.stop("SIGTERM")).toBe(0);
    await more(12);
    await stopped!.restart();
    await more(12);
    load.over = true;
    await Promise.all(busy);
    const { unthanked, retries } = load;
    expect({ unthanked, retries }, "what visitors saw").toEqual({ unthanked: 0, retries: 0 });
    stubs.leadProsper.delayMs = 0;

    // What is still held when everything else is delivered was the killed one's.
    await waitFor(
      "what is not held to be delivered",
      async () => (await number(openMessages)) === 0,
      300_000,
    );
    const ended = () => Date.now() > killedAt + 2 * slowMs;
    await waitFor("the living to settle theirs", async () => ended() && (await held()).length <= 4);
    const orphans = new Set((await held()).map(({ id }) => id));
    expect(orphans.size, "the kill hit deliveries").toBeGreaterThan(0);
    expect(orphans.size, "at most what one process sends at once").toBeLessThanOrEqual(4);
    const sentOnce = [...stubs.leadProsper.received].filter(([id]) => !orphans.has(id));
    expect(sentOnce.filter(([, { times }]) => times !== 1)).toEqual([]);
    const again = await rowsOf<{ id: string }>(url, `select id from outbox where attempts > 1 + ${failed}`);
    expect(again, "claimed again while its sender lived").toEqual([]);

    // As if the two minutes had passed after which a sender counts as dead.
    await rowsOf(url, "update outbox set locked_until = 0 where status = 'sending'");
    await rowsOf(url, "update progress_saves set locked_until = 0 where locked_until is not null");
    await waitFor("all deliveries", async () => (await held()).length === 0);
    await waitFor("all progress saves", async () => (await number(openSaves)) === 0);
    const attempts = await rowsOf<{ id: string; attempts: number }>(
      url,
      `select id, attempts - ${failed} as attempts from outbox`,
    );
    expect(attempts.filter(({ id, attempts }) => attempts !== (orphans.has(id) ? 2 : 1))).toEqual([]);
    const times = [...stubs.leadProsper.received.values()].map(({ times }) => times);
    expect(Math.max(...times), "arrivals of one message").toBe(2);
  });

  it("stores every acknowledged lead once, with one consent and one message, and the buyer has it", async () => {
    const emails = await expectEachLeadOnce();
    const { acknowledged } = load;
    expect(acknowledged.size).toBeGreaterThan(50);
    expect(new Set(emails).size).toBe(emails.length);
    expect([...acknowledged].filter((email) => !emails.includes(email))).toEqual([]);
    expect(await number("(select count(*) from outbox where status <> 'delivered')")).toBe(0);
  });

  it("keeps one chain of consents", async () => {
    const store = await openStore({ url, now: Date.now, log: silentLog, hashKey: "unused" });
    const verdict = await verifyLog(store);
    await store.close();
    expect(verdict).toMatchObject({ ok: true, count: await number("(select count(*) from leads)") });
  });

  it("forwards every answer to the progress endpoint", async () => {
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

describe("two releases", () => {
  const load = noLoad();
  const more = async (leads: number) => {
    const wanted = load.acknowledged.size + leads;
    await waitFor(`${leads} more leads`, () => load.acknowledged.size >= wanted);
  };
  const newColumns = () =>
    rowsOf(url, "select 1 from information_schema.columns where column_name = 'next_number'");

  it("serve the same visitors from one store, forward and back again, and nobody notices", async () => {
    const [first, second] = cluster.processes;
    const busy = Array.from({ length: 6 }, (_, who) => visitAfterVisit(cluster.url, `next-${who}`, load));
    onTestFinished(() => {
      load.over = true;
    });
    await more(10);
    expect(await newColumns()).toEqual([]);
    // The next release brings the tables forward under the other processes, which go on.
    await first!.stop();
    await first!.restart(next);
    expect((await newColumns()).length).toBeGreaterThan(20);
    const served = [...cluster.balancer.served];
    await more(10);
    for (const [index, before] of served.entries())
      expect(cluster.balancer.served[index]! - before, `requests at ${index}`).toBeGreaterThan(5);
    // This release on the next one's tables, as after a crash in the middle of a deploy.
    await second!.stop();
    await second!.restart();
    await more(10);
    // Back again, as after a release that turned out bad.
    await first!.stop();
    await first!.restart();
    await more(10);
    load.over = true;
    await Promise.all(busy);
    const { retries, unthanked } = load;
    expect({ retries, unthanked }, "what visitors saw").toEqual({ retries: 0, unthanked: 0 });
  });

  it("store every lead of either once, and its buyer has it once", async () => {
    const waiting = "select id from outbox where status <> 'delivered'";
    await waitFor("all deliveries", async () => (await rowsOf(url, waiting)).length === 0);
    const emails = await expectEachLeadOnce();
    expect([...load.acknowledged].filter((email) => !emails.includes(email))).toEqual([]);
    const ours = emails.filter((email) => email.startsWith("visitor-next-"));
    expect(ours).toEqual([...load.acknowledged].sort());
    // A message is sent again, under its id, only where its answer came too late, as on a busy machine.
    const late = await rowsOf<{ id: string }>(
      url,
      "select outbox_id as id from outbox_attempts where outcome = 'failed' and detail like 'timeout %'",
    );
    const mine = await rowsOf<{ id: string }>(
      url,
      `select outbox.id from outbox join leads on leads.id = lead_id
       where record::json->>'email' like 'visitor-next-%'`,
    );
    const sendings = (id: string) => 1 + late.filter((attempt) => attempt.id === id).length;
    const { received } = cluster.stubs.leadProsper;
    expect(mine.filter(({ id }) => received.get(id)!.times > sendings(id))).toEqual([]);
  });
});
