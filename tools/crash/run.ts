/**
 * Kills the site without warning, again and again, while visitors finish their surveys and the receivers of their
 * leads fail at random; then counts. `npm run tool -- crash` prints the figures.
 */
import { randomInt } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { wholeNumber } from "../../services/commands/values.ts";
import { answersC } from "../../test/support/answers-c.ts";
import { insisting, thanks } from "../../test/support/insisting.ts";
import { entriesC, JsonVisitor } from "../../test/support/json-visitor.ts";
import { type Prepared, prepareVisits } from "../../test/support/prepared-visits.ts";
import { send } from "../../test/support/send.ts";
import { type Site, startSite } from "../../test/support/site.ts";
import { change, query } from "../../test/support/store-reader.ts";
import { waitFor } from "../../test/support/wait-for.ts";
import { tool } from "../tool.ts";
import { type CrashFigures, count, type Story } from "./figures.ts";

/** Share of their requests that both receivers fail. */
const failureRate = 0.3;

/** With a listed word in the description the bad-words webhook is sent every lead too. */
export const answers: typeof answersC = {
  ...answersC,
  IncidentDescription: { case_description: "A truck hit my damn shitty car." },
};

/** @param visitors how many are busy at the same time */
export async function crash({ kills = 25, visitors = 16 } = {}): Promise<CrashFigures> {
  const began = performance.now();
  await using site = await startSite({
    // Only the receivers are stubs: the other services would take the machine from what is being tested.
    ...{ IPQS_KEY: "", ZIP_LOOKUP_URL: "", GIBBERISH_URL: "", LEAD_EXCHANGE_URL: "", PROGRESS_URL: "" },
    LEADPROSPER_FIRST_RETRY_MS: "200",
    OWN_POSTS_FIRST_RETRY_MS: "200",
    // At this rate one message in fifteen thousand fails eight times, the usual limit.
    OUTBOX_MAX_ATTEMPTS: "50",
  });
  for (const receiver of [site.stubs.leadProsper, site.stubs.ownPosts]) receiver.failureRate = failureRate;
  const story: Story = { acknowledged: new Set(), retries: 0, lostAnswers: 0, over: false };
  const prepared = await prepareVisits(site, kills * 400, entriesC(answers));
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
 * Waits for the receivers, which go on failing. The locks of killed senders, which last two minutes, run out at
 * once, and so do the waits between attempts, which grow to many minutes.
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { kills } = tool(
    "crash",
    `Kills the server under load, again and again, while its receivers fail 30 % of their requests; then compares
what was acknowledged with what is stored and what each receiver has. Ends with status 1 when anything was lost.`,
  )
    .option("--kills <number>", "how often", wholeNumber, 25)
    .parse()
    .opts<{ kills: number }>();
  const figures = await crash({ kills });
  const { receivers, ...site } = figures;
  const perReceiver = Object.entries(receivers).flatMap(([destination, of]) =>
    Object.entries(of).map(([name, value]) => [`${destination}: ${name}`, value]),
  );
  console.table({ ...site, ...Object.fromEntries(perReceiver) });
  const { missing, doubled, incomplete, orphans, lostAnswers, stored } = figures;
  const bad = Object.values(receivers).reduce(
    (sum, { delivered, wrong, strangers }) => sum + wrong + strangers + (stored - delivered),
    missing + doubled + incomplete + orphans + lostAnswers,
  );
  process.exitCode = bad === 0 && figures.integrity === "ok" && figures.chain === stored ? 0 : 1;
}
