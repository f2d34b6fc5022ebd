import { randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { newSessionId, sessionCookie } from "../../app/server/sessions/session-cookie.ts";
import { verifyLog } from "../../services/consent-log/verify-log.ts";
import { createSeal } from "../../services/guard/signing.ts";
import { silentLog } from "../../services/observe/log.ts";
import { openStore } from "../../services/store/store.ts";
import type { Arrival } from "../stubs/stub-server.ts";
import { answersC } from "./answers.ts";
import { dataKey, sealedText } from "./sealed.ts";
import { send } from "./send.ts";
import { type Site, startSiteProcess } from "./site.ts";
import { change, query } from "./store-reader.ts";
import { entriesC, JsonVisitor } from "./visitors.ts";
import { insisting, thanks, waitFor } from "./wait-for.ts";

/**
 * Kills the site without warning, again and again, while visitors finish their surveys and the receivers of their
 * leads fail at random; then counts.
 */

/** Share of their requests that both receivers fail. */
const failureRate = 0.3;

/** With a listed word in the description, every lead also goes to the bad-words webhook. */
export const answers: typeof answersC = {
  ...answersC,
  IncidentDescription: { case_description: "A truck hit my damn shitty car." },
};

/** @param visitors how many are busy at the same time */
export async function crash({ kills = 25, visitors = 16 } = {}): Promise<CrashFigures> {
  const began = performance.now();
  await using site = await startSiteProcess({
    // Only the receivers are stubs: the other services would use up the machine.
    IPQS_KEY: "",
    ZIP_LOOKUP_URL: "",
    GIBBERISH_URL: "",
    LEAD_EXCHANGE_URL: "",
    PROGRESS_URL: "",
    "delivery.lead-prosper-first-retry-ms": "200",
    "delivery.own-posts-first-retry-ms": "200",
    // At this rate one message in fifteen thousand fails eight times, the usual limit.
    "delivery.max-attempts": "50",
  });
  for (const receiver of [site.stubs.leadProsper, site.stubs.ownPosts]) receiver.failureRate = failureRate;
  const story: Story = { acknowledged: new Set(), retries: 0, lostAnswers: 0, over: false };
  const prepared = await prepareVisits(site, kills * 400, entriesC(answers));
  const busy = Array.from({ length: visitors }, (_, number) =>
    visitAfterVisit(site, number, story, prepared),
  );
  for (let kill = 0; kill < kills; kill++) {
    // Only a working site can lose something.
    const before = story.acknowledged.size;
    await waitFor("a lead", () => story.acknowledged.size > before, 60_000);
    await setTimeout(randomInt(500, 1000));
    await site.stop("SIGKILL");
    await site.restart();
  }
  story.over = true;
  await Promise.all(busy);
  await allDelivered(site);
  await site.stop();
  return { kills, seconds: Math.round((performance.now() - began) / 1000), ...(await count(site, story)) };
}

/** Finishes prepared visits, one after the other; every eighth visitor answers whole surveys instead. */
async function visitAfterVisit(site: Site, number: number, story: Story, prepared: Prepared[]) {
  const retried = () => {
    story.retries += 1;
  };
  for (let count = 0; !story.over; count++) {
    const { visitor, email } = (number % 8 > 0 && prepared.pop()) || {
      visitor: await beginning(site, story),
      email: `visitor-${number}-${count}@example.com`,
    };
    const whole = entriesC({ ...answers, NameAndEmail: { ...answers.NameAndEmail, email } });
    const entries = email.startsWith("prepared") ? whole.slice(-1) : whole;
    // Half of them have no JavaScript on the last step.
    const byForm = number % 2 === 1;
    const queued = byForm ? entries.slice(0, -1) : entries;
    if (queued.length > 0) await insisting(() => visitor.progress(queued), retried);
    const { token: visit, shown } = visitor;
    const form = { visit, step: "PhoneAndZip", shown, ...answersC.PhoneAndZip };
    const headers = { Cookie: visitor.cookie };
    const answer = await insisting(
      () => (byForm ? send(site.url, "/survey/c", { form, headers }) : visitor.postLead()),
      retried,
    );
    if (thanks(answer)) story.acknowledged.add(email);
    else story.lostAnswers += 1;
  }
}

async function beginning(site: Site, story: Story): Promise<JsonVisitor> {
  const visitor = new JsonVisitor(site.url);
  const opened = () => visitor.open().then(({ cookie }) => ({ status: cookie ? 200 : 503 }));
  await insisting(opened, () => {
    story.retries += 1;
  });
  return visitor;
}

/**
 * Waits for the receivers, which keep failing. The locks of killed senders, which last two minutes, expire at once, and
 * so do the waits between attempts, which grow to many minutes.
 */
async function allDelivered({ databaseFile }: Site): Promise<void> {
  change(databaseFile, (db) => db.exec("update outbox set locked_until = 0 where status = 'sending'"));
  const open = "select count(*) as n from outbox where status not in ('delivered', 'rejected', 'parked')";
  await waitFor(
    "all deliveries",
    () => {
      change(databaseFile, (db) => db.exec("update outbox set run_at = 0 where status = 'waiting'"));
      return query<{ n: number }>(databaseFile, open)[0]!.n === 0;
    },
    180_000,
  );
}

export type CrashFigures = { kills: number; seconds: number } & Awaited<ReturnType<typeof count>>;

/** The visitors' experience. */
export type Story = { acknowledged: Set<string>; retries: number; lostAnswers: number; over: boolean };

/** Counts once the site has stopped. */
export async function count({ databaseFile, stubs }: Site, story: Story) {
  const rows = query<{ id: string; email: string; consents: number; messages: number }>(
    databaseFile,
    `select id, json_extract(record, '$.email') as email,
       (select count(*) from consents where lead_id = leads.id) as consents,
       (select count(*) from outbox where lead_id = leads.id) as messages
     from leads`,
  );
  const [orphans] = query<{ n: number }>(
    databaseFile,
    `select (select count(*) from consents where lead_id not in (select id from leads))
          + (select count(*) from outbox where lead_id not in (select id from leads))
          + (select count(*) from visits where lead_id not in (select id from leads)) as n`,
  );
  const emails = new Set(rows.map(({ email }) => email));
  return {
    // Leads whose visitor was sent to the thanks: 303 to a form, 200 to the island's post.
    acknowledged: story.acknowledged.size,
    // Requests that were cut off or refused and sent again.
    retries: story.retries,
    // Leads in the store; those whose answer was lost are there too.
    stored: rows.length,
    // Acknowledged, but not in the store.
    missing: [...story.acknowledged].filter((email) => !emails.has(email)).length,
    doubled: rows.length - emails.size,
    // Leads without exactly one consent record, or without exactly one message to each receiver.
    incomplete: rows.filter(({ consents, messages }) => consents !== 1 || messages !== 2).length,
    // Consents, messages and visits whose lead is not there.
    orphans: orphans!.n,
    // Visits whose acknowledged answers were gone when their lead was posted.
    lostAnswers: story.lostAnswers,
    integrity: query<{ integrity_check: string }>(databaseFile, "pragma integrity_check")[0]!.integrity_check,
    // Consents on record; -1 when their log does not hold.
    chain: await chainLength(databaseFile),
    receivers: {
      "lead-prosper": receiverFigures("lead-prosper", stubs.leadProsper.received, rows, databaseFile),
      "bad-words": receiverFigures("bad-words", stubs.ownPosts.received, rows, databaseFile),
    } as Record<string, ReturnType<typeof receiverFigures>>,
  };
}

/** One receiver's leads, by message id. */
function receiverFigures(
  destination: string,
  received: Map<string, Arrival>,
  leads: { id: string; email: string }[],
  databaseFile: string,
) {
  const emails = new Map(leads.map(({ id, email }) => [`${id}.${destination}`, email]));
  const arrivals = [...received];
  const known = arrivals.filter(([id]) => emails.has(id));
  const sql = `select count(*) as n from outbox_attempts join outbox on outbox.id = outbox_id
    where destination = ? and outcome not in ('accepted', 'duplicate')`;
  return {
    // Stored leads that it has; of these, those with another e-mail address than the lead's.
    delivered: known.length,
    wrong: known.filter(([id, { fields }]) => fields.email !== emails.get(id)).length,
    // Ids that no stored lead explains.
    strangers: arrivals.length - known.length,
    // Arrivals beyond the first of each id.
    resent: arrivals.reduce((sum, [, { times }]) => sum + times - 1, 0),
    // Attempts that ended badly, as the outbox saw it.
    failed: query<{ n: number }>(databaseFile, sql, destination)[0]!.n,
  };
}

async function chainLength(databaseFile: string): Promise<number> {
  const url = `file:${databaseFile}`;
  const store = await openStore({ url, now: Date.now, log: silentLog, dataKeys: [dataKey] });
  const verdict = await verifyLog(store);
  await store.close();
  return verdict.ok ? verdict.count : -1;
}

/** A visit that is at the last question. */
export type Prepared = { visitor: JsonVisitor; email: string };

/**
 * Walks one visit to the last question and copies it in the store, each copy with an e-mail address of its own.
 * @param entries the answers to every question
 */
export async function prepareVisits(
  { url, databaseFile }: Site,
  count: number,
  entries = entriesC(),
): Promise<Prepared[]> {
  const secrets = [readFileSync(join(dirname(databaseFile), "session-secret"), "utf8")];
  const seal = createSeal(secrets, "visit token");
  const { cookieFor } = sessionCookie({ secrets }, false, 3600).read(undefined);

  const original = await new JsonVisitor(url).open();
  await original.progress(entries.slice(0, -1));
  const token = JSON.parse(Buffer.from(original.token.split(".")[0]!, "base64url").toString()) as {
    id: string;
  };

  const copies = Array.from({ length: count }, (_, index) => {
    const id = `${token.id}-${index}`;
    const sessionId = newSessionId();
    const visitor = new JsonVisitor(url);
    visitor.token = seal.seal({ ...token, id });
    visitor.cookie = cookieFor(sessionId).split(";")[0]!;
    visitor.shown = original.shown;
    return { visitor, email: `prepared-${index}@example.com`, id, sessionId };
  });
  const log = query<{ seq: number; kind: string; body: string; at: number }>(
    databaseFile,
    "select * from visit_log where visit_id = ?",
    token.id,
  );
  change(databaseFile, (db) => {
    const visit = db.prepare(
      `insert into visits (id, session_id, variant, machine_version, created_at, updated_at, log_length, rolled_length)
       select ?, ?, variant, machine_version, created_at, updated_at, log_length, log_length from visits where id = ?`,
    );
    const add = db.prepare("insert into visit_log (visit_id, seq, kind, body, at) values (?, ?, ?, ?, ?)");
    db.exec("begin");
    for (const { id, sessionId, email } of copies) {
      visit.run(id, sessionId, token.id);
      for (const { seq, kind, body, at } of log) {
        const text = body.replace("ana.rivera@example.com", email);
        add.run(id, seq, kind, sealedText(text, { table: "visit_log", column: "body", row: [id, seq] }), at);
      }
    }
    db.exec("commit");
  });
  return copies;
}
