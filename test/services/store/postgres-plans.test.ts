import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Store } from "../../../services/store/store.ts";
import { databasesOf, postgres, storeAt } from "../../support/databases.ts";
import { brought } from "../../support/features.ts";
import { rowsOf } from "../../support/postgres.ts";
import { aSubmission, aVisit } from "../../support/submissions.ts";

type Statement = { text: string; values: unknown[] };

/** The statements that the program sends to PostgreSQL while it works, transactions' brackets left out. */
async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const sent: Statement[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [statement] = given;
    if (typeof statement === "object" && statement !== null && "text" in statement) {
      const { text, values = [] } = statement as Statement;
      if (!/^(begin|commit|rollback|start transaction|set|reset|vacuum)\b/i.test(text))
        sent.push({ text, values });
    }
    return (query as (...given: unknown[]) => unknown).apply(this, given);
  } as typeof query;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
  return sent;
}

/** Enough for PostgreSQL to prefer an index where there is one. */
const visits = 20_000;
const apartMs = 2 * 60_000;

/**
 * Fills an empty store on PostgreSQL as four weeks of traffic leave it: a visit every two minutes with ten entries, every other
 * one with a lead; a day's leads wait for their delivery. Visits are `v1` (the newest), `v2`, …; the lead of `v2` is `l2`.
 * @param now epoch milliseconds
 */
async function fillStore(url: string, now: number): Promise<void> {
  const at = `${now} - i * ${apartMs}::bigint`;
  const all = `generate_series(1, ${visits}) as i`;
  const even = `generate_series(2, ${visits}, 2) as i`;
  await rowsOf(
    url,
    // Skips the check of each reference, since the rows were made to fit.
    `set session_replication_role = replica;
    insert into visits (id, session_id, variant, machine_version, created_at, updated_at, lead_id, log_length, rolled_length)
      select 'v' || i, 's' || i % 15000, 'c', 'm1', ${at}, ${at}, case when i % 2 = 0 then 'l' || i end, 10,
        case when i <= 20 then 9 else 10 end from ${all};
    insert into visit_log select 'v' || i, seq, 'answer', '{"step":"AtFault","answers":{"option":"no"}}', ${at}
      from ${all}, generate_series(0, 9) as seq;
    insert into progress_saves select 'v' || i, 10, 10, case when i <= 20 then ${at} end, 0, null from ${all};
    insert into leads (id, origin, kind, variant, created_at, qualified, dq_reason, record, derived, location)
      select 'l' || i, 'v' || i, case when i % 100 = 0 then 'contact' else 'survey' end, 'c', ${at}, 1, null,
        '{"email":"' || i || '@example.com"}', '[]', '/survey-thank-you/' from ${even};
    insert into consents (lead_id, at, body, leaf, seq)
      select 'l' || i, ${at}, '{"phone":"2135550123"}', 'x', case when i > 20 then i / 2 end from ${even};
    insert into consent_pages select 'h' || i, repeat('x', 50000), ${at} from generate_series(1, 300) as i;
    insert into outbox (id, lead_id, destination, payload, status, attempts, attempts_forgiven, run_at, created_at, updated_at)
      select 'l' || i || '.lead-prosper', 'l' || i, 'lead-prosper', case when i < 5040 then '{"description":"' || repeat('x', 1800) || '"}' else '' end,
        case when i <= 1000 then 'waiting' else 'delivered' end, 1, 0, ${at}, ${at}, ${at} from ${even};
    insert into outbox_attempts select 'l' || i || '.lead-prosper', 1, ${at}, 'accepted', '' from ${even};
    insert into velocity select 'l' || i || '.lead-prosper', 'h' || i || kind, 'lead-prosper', 'l' || i, kind, 1, 1, ${at}
      from ${even}, unnest(array['phone', 'email', 'browser', 'network']) as kind;
    insert into bad_emails select 's' || i, 'h' || i, 1, ${at} from ${all};
    insert into phone_codes select 'p' || i, 'c', 1, 0, ${at} from ${all};
    insert into phone_code_tries select 't' || i, 'send', 'p' || i, 'n' || i % 5000, 's' || i, ${at}, 0 from ${all};
    insert into post_counts select 'n' || i, ${at}, 5 from ${all};
    insert into spent_proofs select 'n' || i, ${at} from ${all};
    insert into suppressions (kind, address_hash, key_mark, reason, created_at, refusal)
      select 'email', 'h' || i, 'k', 'do-not-sell', ${at}, 'do-not-sell' from ${all};
    insert into own_lists select 'd' || i % 5, 'h' || i, 'i' from ${all};
    insert into lead_marks select 'l' || i, ${at}, 'Ann' from ${even};
    insert into lead_keys select 'name.h' || i % 20000, 'l' || i from ${even};
    insert into lead_notes select 'n' || i, 'l' || i, ${at}, 'Ann', 'x' from ${even};
    insert into readings select ${at}, 'Ann', 'leads show', 'l' || i from ${all};
    insert into outcomes select 'o' || i, 'l' || i, 'sold', ${at}, 'Smith', null, 4500, 'USD', 1 from ${even};
    insert into sales (message_id, lead_id, price, buyer_id, at, booked)
      select 'l' || i || '.north', 'l' || i, 45, null, ${at}, 1 from ${even};
    insert into sales_ledger (id, once, kind, part, at, lead_id, buyer, cents, affiliate, sub_id, offer, survey, state, person, reason, payout)
      select 'e' || i, 'l' || i || ' north price 0', 'sale', 'price', ${at}, 'l' || i, 'north', 4500, '', '', '', 'c', 'CA', '', '', ''
      from ${even};
    insert into stops select 'l' || i, 'north', 20000, ${at}, ${at}, 'call', '' from ${even};
    insert into return_requests (id, report_id, lead_id, buyer, at, day, asked_at, door, brought_by, verdict, word, person, decided_at)
      select 'l' || i, 'l' || i, 'l' || i, 'north', ${at}, 20000, ${at}, 'call', '', case when i % 50 = 0 then null else 'granted' end, '', '', ${at}
      from ${even};
    insert into return_tallies select day, 'v' || i % 30, 'q' || i, 'yes', 5, 1 from generate_series(1, 120) as i, generate_series(19800, 20000) as day;
    insert into verdict_tallies select day, 'v' || i % 30, 'qualified', 'q' || i, '', 'no', 5 from generate_series(1, 120) as i, generate_series(19800, 20000) as day;
    insert into scrub_verdicts select 'dnc', 'h' || i, '', 'l' || i, case when i % 500 = 0 then 'unknown' else 'clean' end, '', 1,
      ${at}, ${at}, ${at} + 2592000000 from ${even};
    insert into scrub_days select 'list' || i, day, 100, 40000 from generate_series(1, 9) as i, generate_series(19600, 20000) as day;
    insert into second_offers select 'l' || i, ${at}, '', '[]' from ${even};
    insert into invoices select 'n' || i, 2020, i, 'north', ${at}, ${at}, 20000, null, 4500, 'c' || i, '{}', ${at}, '', 'o' || i from generate_series(1, 5000) as i;
    insert into invoice_marks select 'm' || i, 'n' || i % 5000, 'paid', 20000, ${at}, '', '' from generate_series(1, 10000) as i;
    insert into lead_sources select 'l' || i, i % 2000 + 1, 20000 from ${even};
    insert into source_costs select 'c', 'a' || i, '', day, 100 from generate_series(1, 2000) as i, generate_series(19990, 20000) as day;
    insert into alarm_hours select i, '{}', 1 from generate_series(490000, 491680) as i;
    insert into alarms select 'a' || i, 'site:', 'leads', i, i, i, 1, 1, 9, 5, 13, 0.00001, null from generate_series(480000, 491680) as i;
    insert into alarm_notices select 'a' || i, 'ops', ${at}, '{}', ${at}, null from generate_series(1, 5000) as i;
    insert into day_notes select 'n' || i, 'v' || i % 31, '', 20000 + i % 700, 'x', ${at}, 'Ann', null, null from generate_series(1, 20000) as i;
    insert into verdicts select 'h' || i, 'x', ${now} - i * 4340::bigint from ${all};
    insert into privacy_requests select 'r' || i, 'delete', 'email', 'h' || i, ${at} from generate_series(1, 50) as i;
    insert into analytics_sources select i, 'h' || i, 'c', '/survey/c', '1', 'a' || i, '', 'm1', 'phone', 'en', '', 'on', 0
      from generate_series(1, 2000) as i;
    insert into analytics_traces select i, 'h' || i, 'c', 'end', 'items' from generate_series(1, 5000) as i;
    insert into analytics_sessions select i, 'v' || i, i, i % 2000 + 1, i % 5000 + 1, 20000, 'qualified', '', '[]', 480000 from ${all};
    insert into analytics_views select i, i, i % 2000 + 1, 480000 + i / 2000, 20000, 5 from ${all}`,
  );
  await rowsOf(url, "vacuum analyze");
}

const now = Date.UTC(2026, 5, 15, 12);
const day = 24 * 60 * 60 * 1000;
/** So that little is old enough, as when it is done every hour. */
const almostAll = 27.7 * day;

const server = databasesOf(postgres.start);
let store: Store;
let client: pg.Client;

beforeAll(async () => {
  const url = await server.freshUrl();
  store = await storeAt(url, { now: () => now, saveProgressAfterMs: 2_000, dataKeys: [] });
  await fillStore(url, now);
  client = new pg.Client(url);
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await store?.close();
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
const partial = [
  "visits_grown",
  "visits_abandoned",
  "leads_whole",
  "outbox_payloads",
  "sales_to_book",
  "return_requests_waiting",
];

/** Few rows, however long the site runs. */
const small = [
  "privacy_requests",
  "turns",
  "pauses",
  "store_keys",
  "closed_months",
  "terms_changes",
  "own_words",
];

/**
 * Where a plan reads a table or an index from end to end, or sorts many rows for a few; reading up to a limit is fine.
 */
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

/** The queries of requests, deliveries and the hourly jobs. */
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
  "a lead is found by what is sealed in it": () => store.inbox.page({ key: "name.h8" }, 50),
  "the day's leads of each buyer are counted": () => store.leads.countByBuyer(now - day),
  "the surveys of some days are counted": () => store.leads.countJudged(now - day, now),
  "an address is checked": async () => {
    await store.badEmails.countBad("s7", "a@example.com");
    await store.visits.append(begun(11), 10, [entry], [{ email: "a@example.com", timesBadBefore: 0 }]);
    await store.suppressions.find(reach);
    await store.ownLists.has("d1", reach);
    await store.suppressions.add(reach, "do-not-sell", "asked");
  },
  "a number is verified": async () => {
    const bys = [["phone"], ["phone", "sessionId"], ["network"], ["sessionId"]] as const;
    const limits = { limits: bys.map((by) => ({ by, windowMs: 60_000, most: 9 })), cooldownMs: 1 };
    const taken = await store.phoneCodeTries.take("send", about, limits);
    if (taken.kind === "taken") await store.phoneCodeTries.failed(taken.id);
    await store.phoneCodes.put({
      phone: about.phone,
      sessionId: "s",
      code: "123456",
      lifeMs: 60_000,
      mostSends: 3,
    });
    await store.phoneCodes.use({ phone: about.phone, sessionId: "s", code: "123456", mostChecks: 3 });
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
    const source = {
      variant: "c",
      path: "/survey/c",
      offer: "57",
      affiliate: "7",
      subId: "1",
      version: "v1",
      device: "phone",
      language: "en",
      flags: "",
      scripts: "on" as const,
      simulated: false,
    };
    const rolled = grown.map(({ id, entries }) => {
      const trace = { variant: "c", items: ">AtFault", place: "AtFault" };
      const session = { source, trace, day: 20_000, hour: 480_000, result: "open", dqReason: "", dwells: "" };
      return { visitId: id, entries: entries.length + 1, session: { ...session, visitId: id } };
    });
    await store.analytics.keep(rolled);
  },
  "metrics are read": () => store.outbox.depth(),
  "whether a feature has to tell something about a lead is looked for": () =>
    store.outbox.claim(
      ["lead", "sold", "sold.2", "sold.3", "returned"].map((name) => `told.7.${name}`),
      now,
    ),
  "what has to be told is looked for": () => store.notices.known(["a8", "a9"]),
  ...Object.fromEntries(
    brought.flatMap(({ reads = {} }) =>
      Object.entries(reads).map(([name, read]) => [name, () => read(store, now)]),
    ),
  ),
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
