import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verifyLog } from "../../services/evidence/verify-log.ts";
import { silentLog } from "../../services/observe/log.ts";
import { openStore } from "../../services/store/store.ts";
import { answersC } from "../support/answers-c.ts";
import { type Cluster, startCluster } from "../support/cluster.ts";
import { expectEachLeadOnce } from "../support/each-lead-once.ts";
import { FormVisitor } from "../support/form-visitor.ts";
import { thanks } from "../support/insisting.ts";
import { entriesC, JsonVisitor } from "../support/json-visitor.ts";
import { type PostgresServer, rowsOf, startPostgres } from "../support/postgres.ts";
import { answersOf, noLoad, visitAfterVisit } from "../support/visit-after-visit.ts";
import { waitFor } from "../support/wait-for.ts";

let server: PostgresServer;
let url: string;
let cluster: Cluster;

/** All three at once on an empty database, in the place of those there were. */
async function startThree(): Promise<void> {
  await cluster?.close();
  url = await server.freshDatabase();
  // Only the receivers are stubs: more would take the machine from them.
  const alone = {
    IPQS_KEY: "",
    ZIP_LOOKUP_URL: "",
    GIBBERISH_URL: "",
    LEAD_EXCHANGE_URL: "",
    OUTBOX_AT_ONCE: "4",
  };
  cluster = await startCluster(url, 3, alone);
}

beforeAll(async () => {
  server = await startPostgres();
  await startThree();
});
afterAll(async () => {
  await cluster?.close();
  await server?.stop();
});

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
  let load = noLoad();

  const more = async (leads: number) => {
    const wanted = load.acknowledged.size + leads;
    await waitFor(`${leads} more leads`, () => load.acknowledged.size >= wanted, 90_000);
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
    // Of each try's own, as all that is stored is counted.
    await startThree();
    load = noLoad();
    try {
      await loseTwo();
    } finally {
      load.over = true;
    }
  });

  async function loseTwo() {
    const { processes, stubs } = cluster;
    const [killed, stopped] = processes;
    // A slow buyer: each process has deliveries under way when the blow falls, as two have eight at most.
    stubs.leadProsper.delayMs = slowMs;
    const busy = Array.from({ length: 12 }, (_, who) => visitAfterVisit(cluster.url, who, load));
    await more(12);
    const { received } = stubs.leadProsper;
    await waitFor("deliveries by all", async () => received.size > 8 && (await held()).length > 8, 90_000);
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
    await waitFor("what is not held to be delivered", async () => (await number(openMessages)) === 0, 90_000);
    const ended = () => Date.now() > killedAt + 2 * slowMs;
    await waitFor("the living to settle theirs", async () => ended() && (await held()).length <= 4, 120_000);
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
    await waitFor("all deliveries", async () => (await held()).length === 0, 90_000);
    await waitFor("all progress saves", async () => (await number(openSaves)) === 0, 90_000);
    const attempts = await rowsOf<{ id: string; attempts: number }>(
      url,
      `select id, attempts - ${failed} as attempts from outbox`,
    );
    expect(attempts.filter(({ id, attempts }) => attempts !== (orphans.has(id) ? 2 : 1))).toEqual([]);
    const times = [...stubs.leadProsper.received.values()].map(({ times }) => times);
    expect(Math.max(...times), "arrivals of one message").toBe(2);
    console.log({
      leads: load.acknowledged.size,
      orphans: orphans.size,
      served: cluster.balancer.served,
    });
  }

  it("stores every acknowledged lead once, with one consent and one message, and the buyer has it", async () => {
    const emails = await expectEachLeadOnce(url, cluster);
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
