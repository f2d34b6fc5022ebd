import { Agent } from "node:http";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { entriesC, JsonVisitor } from "../../test/support/json-visitor.ts";
import type { PostgresServer } from "../../test/support/postgres.ts";
import { send } from "../../test/support/send.ts";
import type { Site } from "../../test/support/site.ts";
import { sqlOn } from "../../test/support/sql-on.ts";
import { waitFor } from "../../test/support/wait-for.ts";
import { cpuMsOf } from "../bench/cpu-time.ts";
import { quantile } from "../bench/figure.ts";
import { syncs } from "../bench/syncs.ts";
import type { Costs, RequestCost } from "./costs.ts";
import { type Counters, postgresCounters, sqliteCounters } from "./store-probe.ts";
import { syncsDuring } from "./sync-count.ts";

/** So many visits are measured at once: enough for a clock that counts hundredths of seconds. */
const visits = 60;
const traced = 5;
/** The roll-up of a finished visit follows within seconds. */
const rolledUpMs = 8_000;
const entries = entriesC();

/** Measures what a visit by the island costs on this site, whose only visitors these are. */
export async function measureCosts(site: Site, url: string, postgres?: PostgresServer): Promise<Costs> {
  const counters = () => (postgres ? postgresCounters(url, postgres) : sqliteCounters(url, site.pid()));
  await visit(site, 20);
  await settled(url);

  const first = await counters();
  const page: JsonVisitor[] = [];
  const costOf = async (perVisit: number, work: () => Promise<void>): Promise<RequestCost> => {
    const [before, cpu] = [await counters(), cpuMsOf(site.pid())];
    await work();
    const cpuMs = (cpuMsOf(site.pid()) - cpu) / visits / perVisit;
    return { perVisit, cpuMs, databaseMs: ((await counters()).cpuMs - before.cpuMs) / visits / perVisit };
  };
  const requests = {
    page: await costOf(1, () =>
      each(visits, async () => void page.push(await new JsonVisitor(site.url).open("?affid=7&s1=abc"))),
    ),
    answer: await costOf(entries.length, () =>
      each(visits, async (index) => {
        for (const entry of entries) demand(await page[index]!.progress([entry]));
      }),
    ),
    lead: await costOf(1, () => each(visits, async (index) => demand(await page[index]!.postLead()))),
  };
  const [cpu, before] = [cpuMsOf(site.pid()), await counters()];
  await settled(url);
  const last = await counters();
  const perVisit = (what: keyof Counters) => (last[what] - first[what]) / visits;
  const pids = (await postgres?.pids()) ?? [site.pid()];
  return {
    store: postgres ? "postgresql" : "sqlite",
    requests,
    afterwards: {
      cpuMs: (cpuMsOf(site.pid()) - cpu) / visits,
      databaseMs: (last.cpuMs - before.cpuMs) / visits,
    },
    commits: (await syncsDuring(pids, async () => visit(site, traced).then(() => settled(url)))) / traced,
    syncMs: syncTime(),
    rows: perVisit("rows"),
    ...(await wire(site)),
    stored: perVisit("stored"),
    logged: perVisit("logged"),
  };
}

/** The middle of many short runs: other programs use the disk too. @returns milliseconds */
function syncTime(): number {
  const runs = Array.from({ length: 25 }, () => 1_000 / syncs(join(tmpdir(), "claimpath-sync"), 20));
  return quantile(runs, 0.5);
}

/** Whole visits, one after another. */
async function visit(site: Site, count: number): Promise<void> {
  for (let number = 0; number < count; number++) {
    const visitor = await new JsonVisitor(site.url).open("?affid=7&s1=abc");
    for (const entry of entries) demand(await visitor.progress([entry]));
    demand(await visitor.postLead());
  }
}

/** Four at once, so that nothing waits for long. */
async function each(count: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < count; index = next++) await work(index);
  };
  await Promise.all([worker(), worker(), worker(), worker()]);
}

/** Waits until everything is delivered and rolled up. */
async function settled(url: string): Promise<void> {
  await waitFor("the deliveries", async () => {
    const [row] = await sqlOn<{ waiting: number | string }>(
      url,
      "select count(*) as waiting from outbox where status in ('waiting', 'sending')",
    );
    return Number(row!.waiting) === 0;
  });
  await setTimeout(rolledUpMs);
}

function demand({ status, text }: { status: number; text: string }): void {
  if (status !== 200) throw new Error(`a visitor was answered ${status}: ${text.slice(0, 200)}`);
}

/** Bytes of one visit on one connection, headers included; the page counts as browsers get it. */
async function wire(site: Site): Promise<{ received: number; sent: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const visitor = await new JsonVisitor(site.url, "/survey/c", { agent }).open("?affid=7&s1=abc");
  for (const entry of entries) demand(await visitor.progress([entry]));
  demand(await visitor.postLead());
  const [socket] = Object.values(agent.freeSockets).flat() as Socket[];
  const { bytesRead: received, bytesWritten: sent } = socket!;
  agent.destroy();
  const sizeOf = async (headers: Record<string, string>) =>
    Number((await send(site.url, "/survey/c?affid=7&s1=abc", { headers })).headers["content-length"]);
  const plain = (
    await fetch(`${site.url}/survey/c?affid=7&s1=abc`, { headers: { "Accept-Encoding": "identity" } })
  ).arrayBuffer();
  return {
    received: received - (await plain).byteLength + (await sizeOf({ "Accept-Encoding": "br" })),
    sent,
  };
}
