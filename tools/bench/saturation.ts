import { spawnSync } from "node:child_process";
import { Agent } from "node:http";
import { setTimeout } from "node:timers/promises";
import { residentBytes } from "../../test/support/processes.ts";
import { cookieOf, type Sending, type Sent, send } from "../../test/support/send.ts";
import { startSiteProcess } from "../../test/support/site.ts";
import { hiddenFields, JsonVisitor } from "../../test/support/visitors.ts";
import { arrival, costOf, countOf, entries, inTurns, measuredSite, packed } from "./load.ts";
import { type Measured, measured, quantile, type Report, report, wantedRatio } from "./report.ts";

const [warmUp, closed, atOnce] = [100, 300, 16];
/** Of what the site has just done, so many are offered: just under it, and far beyond. */
const [under, beyond] = [0.9, 2.5];
const offeredMs = 10_000;

/** What the visitors of one rate saw. */
type Seen = {
  /** Answers and leads that were acknowledged, and the pages behind them that were shown. */
  stored: number;
  shown: number;
  leads: number;
  thanked: number;
  /** First pages that were refused, and answers of which nothing was stored. */
  turnedAway: number;
  notStored: number;
  /** How long the answers to answers took. */
  ms: number[];
};

const kinds = { script: byScript, "plain forms": byForms };

/** How many visits one core carries, and whom it serves when many more come: the site on one core, its visitors on the other. */
export async function saturation(): Promise<Report> {
  onCore(1, process.pid);
  const lines: Measured[] = [];
  for (const [kind, visit] of Object.entries(kinds)) {
    await using site = await startSiteProcess({ ...measuredSite, stubs: false });
    onCore(0, site.pid());
    const agent = new Agent({ keepAlive: true });
    const visitor = (seen: Seen) => visit(site.url, agent, seen);
    const residentMb = () => residentBytes(site.pid()) / 1e6;
    const leadsStored = () => countOf(site.databaseUrl, "select count(*) as count from leads");
    const empty = residentMb();
    await inTurns(warmUp, atOnce, () => visitor(nothing()));
    const { perSecond, cpuMs } = await costOf(site.pid(), async () => {
      await inTurns(closed, atOnce, () => visitor(nothing()));
      return closed;
    });
    const perMinute = perSecond * 60;
    const calm = await offered(perMinute * under, visitor);
    const before = await leadsStored();
    const crowded = await offered(perMinute * beyond, visitor);
    const rows = (await leadsStored()) - before;
    const full = residentMb();
    const one = (name: string, unit: string, value: number, of?: Measured) =>
      measured(`by ${kind}: ${name}`, unit, [value], of);
    const stored = one("answers stored at 2.5 times as many", "answers", crowded.stored);
    const leads = one("leads stored at 2.5 times as many", "leads", rows);
    lines.push(
      one(`done, ${atOnce} at once`, "visits/min", perMinute),
      one("processor time of a visit", "ms", cpuMs),
      one("what a core's time is enough for", "visits/min", 60_000 / cpuMs),
      one("p99 of an answer at 0.9 of that", "ms", quantile(calm.ms, 0.99)),
      stored,
      wantedRatio(">=", 1, one("pages seen behind them", "pages", crowded.shown, stored)),
      leads,
      wantedRatio(">=", 1, one("thank-you pages seen", "pages", crowded.thanked, leads)),
      one("first pages refused", "pages", crowded.turnedAway),
      one("answers refused, nothing stored", "answers", crowded.notStored),
      one("p99 of an answer", "ms", quantile(crowded.ms, 0.99)),
      one("resident memory after the start", "MB", empty),
      one(`resident memory after ${await leadsStored()} leads`, "MB", full),
    );
    agent.destroy();
  }
  return report("saturation", "The site on one core, its visitors on the other, who do not think.", lines);
}

const nothing = (): Seen => ({
  stored: 0,
  shown: 0,
  leads: 0,
  thanked: 0,
  turnedAway: 0,
  notStored: 0,
  ms: [],
});

/** Visits begin at a fixed rate, whether or not those before them are through. */
async function offered(perMinute: number, visit: (seen: Seen) => Promise<void>): Promise<Seen> {
  const seen = nothing();
  const began = performance.now();
  const underWay: Promise<void>[] = [];
  for (let at = 0; at < offeredMs; at += 60_000 / perMinute) {
    await setTimeout(Math.max(0, began + at - performance.now()));
    underWay.push(visit(seen));
  }
  await Promise.all(underWay);
  return seen;
}

async function byScript(url: string, agent: Agent, seen: Seen): Promise<void> {
  const visitor = new JsonVisitor(url, "/survey/c", { agent });
  await visitor.open(arrival.slice(visitor.path.length));
  if (!visitor.cookie) return void seen.turnedAway++;
  for (const entry of entries) {
    if ((await timed(seen, visitor.progress([entry]))).status !== 200) return void seen.notStored++;
    seen.stored++;
    // What follows is on screen already.
    seen.shown++;
  }
  const { status, text } = await timed(seen, visitor.postLead());
  if (status !== 200) return void seen.notStored++;
  seen.leads++;
  const headers = { ...packed, Cookie: visitor.cookie };
  const thanks = await send(url, JSON.parse(text).location, { agent, headers });
  if (thanks.status === 200) seen.thanked++;
}

async function byForms(url: string, agent: Agent, seen: Seen): Promise<void> {
  const ask = (path: string, sending: Sending = {}) =>
    send(url, path, { ...sending, agent, headers: { Origin: url, ...(cookie && { Cookie: cookie }) } });
  let [cookie, path] = ["", arrival];
  let page = await ask(path);
  cookie = cookieOf(page);
  if (page.status !== 200) return void seen.turnedAway++;
  for (const entry of entries) {
    if (!("answer" in entry)) continue;
    const form = { ...hiddenFields(page.text), ...entry.answer.fields };
    const posted = await timed(seen, ask(path, { form }));
    if (posted.status !== 303) return void seen.notStored++;
    seen.stored++;
    cookie = cookieOf(posted) || cookie;
    path = posted.headers.location!;
    page = await ask(path);
    const isThanks = path.includes("thank-you");
    if (isThanks) seen.leads++;
    if (page.status !== 200) return;
    seen.shown++;
    if (isThanks) seen.thanked++;
  }
}

async function timed(seen: Seen, answer: Promise<Sent>): Promise<Sent> {
  const began = performance.now();
  const sent = await answer;
  seen.ms.push(performance.now() - began);
  return sent;
}

/** Keeps a process, all its threads included, on one core. */
function onCore(core: number, pid: number): void {
  spawnSync("taskset", ["-a", "-c", "-p", String(core), String(pid)]);
}
