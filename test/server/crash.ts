/**
 * Kills the site without warning, again and again, while visitors finish their surveys; then counts.
 * `npx tsx test/server/crash.ts` prints the figures; KILLS says how often (25).
 */
import { randomInt } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { verify } from "../../services/consent/chain.ts";
import { silentLog } from "../../services/log.ts";
import { openStore } from "../../services/store/store.ts";
import { answersC } from "../support/answers-c.ts";
import { entriesC, JsonVisitor } from "../support/json-visitor.ts";
import { insisting, thanks } from "../support/patience.ts";
import { type Prepared, prepareVisits } from "../support/prepared-visits.ts";
import { send } from "../support/send.ts";
import { type Site, startSite } from "../support/site.ts";
import { change, query } from "../support/store-reader.ts";
import { waitFor } from "../support/wait-for.ts";

export type CrashFigures = {
  kills: number;
  seconds: number;
  /** Leads whose visitor was sent to the thanks: 303 to a form, 200 to the island's post. */
  acknowledged: number;
  /** Requests that were cut off or refused and sent again. */
  retries: number;
  /** Leads in the store; those whose answer was lost are there too. */
  stored: number;
  /** Acknowledged, but not in the store. */
  missing: number;
  doubled: number;
  /** Leads without exactly one consent record, or without exactly one message to the buyer. */
  incomplete: number;
  /** Consents and messages without their lead. */
  orphans: number;
  /** Visits whose acknowledged answers were gone when their lead was posted. */
  lostAnswers: number;
  integrity: string;
  /** Length of the consent chain; -1 when it does not hold. */
  chain: number;
  /** Stored leads that the buyer has, told apart by message id. */
  delivered: number;
  /** Messages with an id that no stored lead explains. */
  strangers: number;
  /** Arrivals at the buyer beyond the first of each id. */
  resent: number;
};

/** What the visitors experienced. */
type Story = { acknowledged: Set<string>; retries: number; lostAnswers: number; over: boolean };

/** @param visitors how many are busy at the same time */
export async function crash({ kills = 25, visitors = 16 } = {}): Promise<CrashFigures> {
  const began = performance.now();
  // Only the buyer is a stub: the other services would take the machine from what is being tested.
  const alone = {
    IPQS_KEY: "",
    ZIP_LOOKUP_URL: "",
    GIBBERISH_URL: "",
    LEAD_EXCHANGE_URL: "",
    PROGRESS_URL: "",
  };
  const site = await startSite(alone);
  try {
    const story: Story = { acknowledged: new Set(), retries: 0, lostAnswers: 0, over: false };
    const prepared = await prepareVisits(site, kills * 400);
    const busy = Array.from({ length: visitors }, (_, number) =>
      visitAfterVisit(site, number, story, prepared),
    );
    for (let kill = 0; kill < kills; kill++) {
      // Only a site that is at work can lose something.
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
  } finally {
    await site.close();
  }
}

/** Finishes prepared visits, one after the other; every eighth visitor answers whole surveys instead. */
async function visitAfterVisit(
  site: Site,
  number: number,
  story: Story,
  prepared: Prepared[],
): Promise<void> {
  const retried = () => {
    story.retries += 1;
  };
  for (let count = 0; !story.over; count++) {
    const { visitor, email } = (number % 8 > 0 && prepared.pop()) || {
      visitor: await beginning(site, story),
      email: `visitor-${number}-${count}@example.com`,
    };
    const whole = entriesC({ NameAndEmail: { ...answersC.NameAndEmail, email } });
    const entries = email.startsWith("prepared") ? whole.slice(-1) : whole;
    // Half of them have no JavaScript on the last step.
    const byForm = number % 2 === 1;
    const queued = byForm ? entries.slice(0, -1) : entries;
    if (queued.length > 0) await insisting(() => visitor.progress(queued), retried);
    const form = { visit: visitor.token, step: "PhoneAndZip", ...answersC.PhoneAndZip };
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
  const opened = () => visitor.open().then(({ token }) => ({ status: token ? 200 : 503 }));
  await insisting(opened, () => {
    story.retries += 1;
  });
  return visitor;
}

/** Lets the locks of killed senders run out, which takes two minutes otherwise, and waits for the buyer. */
async function allDelivered({ databaseFile }: Site): Promise<void> {
  change(databaseFile, (db) => db.exec("update outbox set locked_until = 0 where status = 'sending'"));
  const open = "select count(*) as n from outbox where status not in ('delivered', 'rejected', 'parked')";
  await waitFor("all deliveries", () => query<{ n: number }>(databaseFile, open)[0]!.n === 0, 60_000);
}

async function count({ databaseFile, stubs }: Site, story: Story) {
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
  const messages = new Set(rows.map(({ id }) => `${id}.lead-prosper`));
  const { received } = stubs.leadProsper;
  return {
    acknowledged: story.acknowledged.size,
    retries: story.retries,
    stored: rows.length,
    missing: [...story.acknowledged].filter((email) => !emails.has(email)).length,
    doubled: rows.length - emails.size,
    incomplete: rows.filter(({ consents, messages }) => consents !== 1 || messages !== 1).length,
    orphans: orphans!.n,
    lostAnswers: story.lostAnswers,
    integrity: query<{ integrity_check: string }>(databaseFile, "pragma integrity_check")[0]!.integrity_check,
    chain: await chainLength(databaseFile),
    delivered: [...messages].filter((id) => received.has(id)).length,
    strangers: [...received.keys()].filter((id) => !messages.has(id)).length,
    resent: [...received.values()].reduce((sum, { times }) => sum + times - 1, 0),
  };
}

async function chainLength(databaseFile: string): Promise<number> {
  const url = `file:${databaseFile}`;
  const store = await openStore({ url, now: Date.now, log: silentLog, hashKey: "unused" });
  const verdict = await verify(store.consents.iterate());
  await store.close();
  return verdict.ok ? verdict.count : -1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const figures = await crash({ kills: Number(process.env.KILLS ?? 25) });
  console.table(figures);
  const { missing, doubled, incomplete, orphans, lostAnswers, strangers, stored, delivered } = figures;
  const bad = missing + doubled + incomplete + orphans + lostAnswers + strangers + (stored - delivered);
  process.exitCode = bad === 0 && figures.integrity === "ok" && figures.chain === stored ? 0 : 1;
}
