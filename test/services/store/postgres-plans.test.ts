import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { variants } from "../../machines/registry.ts";
import { dayCounter } from "../../services/analytics/days.ts";
import { simulate } from "../../services/analytics/simulation/simulate.ts";
import { silentLog } from "../../services/observe/log.ts";
import { openStore } from "../../services/store/store.ts";
import type { Store } from "../../services/store/types.ts";
import { fillStore } from "../support/much-data.ts";
import { type PostgresServer, startPostgres } from "../support/postgres.ts";
import { type Statement, statementsOf } from "../support/statements.ts";
import { aSubmission, aVisit } from "../support/submissions.ts";

const now = Date.UTC(2026, 5, 15, 12);
const day = 24 * 60 * 60 * 1000;
/** So that little is old enough, as when it is done every hour. */
const almostAll = 27.7 * day;

let server: PostgresServer;
let store: Store;
let client: pg.Client;

beforeAll(async () => {
  server = await startPostgres();
  const url = await server.freshDatabase();
  store = await openStore({ url, now: () => now, log: silentLog, hashKey: "k", saveProgressAfterMs: 2_000 });
  await fillStore(url, now);
  client = new pg.Client(url);
  await client.connect();
}, 300_000);
afterAll(async () => {
  await client?.end();
  await store?.close();
  await server?.stop();
});

type Plan = {
  "Node Type": string;
  "Plan Rows": number;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Index Cond"?: string;
  Plans?: Plan[];
};

/** Conditions of their own: what these hold is what is wanted. */
const partial = ["visits_grown", "visits_abandoned", "leads_whole", "outbox_payloads"];

/** Few rows, however long the site runs. */
const small = ["privacy_requests", "turns", "pauses", "store_keys"];

/** Where a plan reads a table or an index from end to end, or sorts a lot for a few; up to a limit is no such reading. */
function wholeReads(plan: Plan, isLimited = false): string[] {
  const { "Node Type": kind, "Relation Name": table, "Index Name": index, "Index Cond": condition } = plan;
  const limited = kind === "Limit" || (kind === "LockRows" && isLimited);
  const below = (plan.Plans ?? []).flatMap((part) => wholeReads(part, limited));
  if (kind === "Seq Scan" && !small.includes(table!)) return [`all of ${table}`, ...below];
  if (kind === "Sort" && isLimited && plan.Plans![0]!["Plan Rows"] > 100) return ["much is sorted", ...below];
  const isWhole = /Index/.test(kind) && index && !condition && !partial.includes(index) && !isLimited;
  return isWhole ? [`all of ${index}`, ...below] : below;
}

async function wholeReadsOf(statements: Statement[]): Promise<string[]> {
  const found: string[] = [];
  for (const { text, values } of statements) {
    const { rows } = await client.query(`explain (format json) ${text}`, values);
    const [{ Plan: plan }] = rows[0]["QUERY PLAN"] as [{ Plan: Plan }];
    found.push(...wholeReads(plan).map((read) => `${read}: ${text.slice(0, 160)}`));
  }
  return found;
}

const about = { phone: "+12135550123", network: "203.0.113.0", sessionId: "s7" };
const begun = (number: number) => aVisit({ id: `v${number}`, sessionId: `s${number}` });
const entry = { kind: "answer", body: { step: "AtFault" }, at: now };
const reach = { email: "7@example.com", phone: "2135550123" };

/** What requests, deliveries and the hourly jobs ask of the store. */
const work: Record<string, () => Promise<unknown>> = {
  "what a lead repeats is counted": () =>
    store.velocity.take(
      { messageId: "l3.lead-prosper", leadId: "l3", destination: "lead-prosper", at: now },
      [{ kind: "phone", of: "2135550123", most: 1, bearable: 1 }],
      60_000,
      true,
    ),
  "a visit is looked up": async () => {
    await store.visits.load("v7");
    await store.visits.latest("s7", "c");
    await store.visits.latestWithLead("s8");
  },
  "a visit begins": () => store.visits.append({ ...aVisit(), newest: null }, 0, [entry]),
  "an answer is kept": () => store.visits.append(begun(7), 10, [entry]),
  "a lead is stored": () => store.submit(begun(9), 10, [entry], aSubmission()),
  "a message is stored": () => store.submitContact("form-1", aSubmission()),
  "a lead is looked up": async () => {
    await store.leads.get("l8");
    await store.leads.byOrigin("v8");
    await store.consents.ofLead("l8");
    await store.leads.list({ limit: 20 });
  },
  "the day's leads of each buyer are counted": () => store.leads.countByBuyer(now - day),
  "the surveys of some days are counted": () => store.leads.countJudged(now - day, now),
  "an address is checked": async () => {
    await store.badEmails.countBad("s7", "a@example.com");
    await store.visits.append(begun(11), 10, [entry], [{ email: "a@example.com", timesBadBefore: 0 }]);
    await store.suppressions.find(reach);
    await store.suppressions.add(reach, "do-not-sell", "asked");
  },
  "a number is verified": async () => {
    const limits = { windowMs: 60_000, perPhone: 9, perNetwork: 9, perSession: 9, cooldownMs: 1 };
    const taken = await store.phoneCodeTries.take("send", about, limits);
    if (taken.kind === "taken") await store.phoneCodeTries.failed(taken.id);
    await store.phoneCodes.put({ phone: about.phone, code: "123456", lifeMs: 60_000, mostSends: 3 });
    await store.phoneCodes.use({ phone: about.phone, code: "123456", mostChecks: 3 });
  },
  "posts are counted": () => store.postCounts.add("203.0.113.0", 1, now, 60_000),
  "messages are delivered": async () => {
    const outbox = store.outbox;
    const [first, second] = [await claim(), await claim()];
    await outbox.delivered(first, "accepted", "");
    await outbox.retryAt(second, now + 1, "");
    await outbox.activate(["lead-prosper"]);
  },
  "answers are forwarded": async () => {
    const [due] = await store.progressSaves.claim(now);
    await store.progressSaves.settle(due!, { saved: { progression: true, backup: true } });
  },
  "a clock is set right": () => store.bringForward(),
  "visits are rolled up": async () => {
    const grown = await store.analytics.claim(now, now, 50);
    expect(grown.length).toBeGreaterThan(5);
    const simulation = { sessions: 1, seed: 1, variant: variants.get("c")!, days: 1, until: now };
    const [simulated] = simulate({ ...simulation, day: dayCounter("UTC") });
    const rolled = grown.map(({ id, entries }) => {
      const session = { ...simulated!.session, visitId: id };
      return { visitId: id, entries: entries.length + 1, session };
    });
    await store.analytics.keep(rolled);
  },
  "numbers are taken up": async () => {
    const last = await store.analytics.lastChange();
    await store.analytics.sessionsSince(last - 10, 5_000);
    await store.analytics.sourcesSince(1_990, 5_000);
    await store.analytics.tracesSince(4_990, 5_000);
  },
  "an outcome is added": () =>
    store.outcomes.add([
      {
        ...{ id: "new", leadId: "l8", outcome: "paid", at: now, buyer: "Smith" },
        ...{ buyerLeadId: null, amountCents: 4500, currency: "USD" },
      },
    ]),
  "metrics are read": () => store.outbox.depth(),
  "the newest of the audit log are shown": () => store.readings.newest(30),
  "what is old is erased": async () => {
    const kinds = ["visits", "codes", "payloads", "leads", "undelivered", "contacts", "requests"] as const;
    const ages = Object.fromEntries(
      kinds.map((kind) => [kind, kind === "payloads" ? 6.99 * day : almostAll]),
    );
    const counts = await store.retention.sweep(ages);
    expect(
      Object.values(counts).filter((count) => count! > 0).length,
      JSON.stringify(counts),
    ).toBeGreaterThan(4);
  },
};

async function claim() {
  return (await store.outbox.claim(["lead-prosper"], now))[0]!;
}

it.each(Object.keys(work))("%s without reading a table from end to end", async (name) => {
  const statements = await statementsOf(work[name]!);
  expect(statements.length).toBeGreaterThan(0);
  expect(await wholeReadsOf(statements)).toEqual([]);
});
