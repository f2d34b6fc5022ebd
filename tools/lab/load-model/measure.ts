import { Agent } from "node:http";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { JsonVisitor } from "../../../test/support/json-visitor.ts";
import type { PostgresServer } from "../../../test/support/postgres.ts";
import { send } from "../../../test/support/send.ts";
import type { SiteProcess } from "../../../test/support/site.ts";
import { cpuMsOf } from "../../bench/cpu-time.ts";
import { quantile } from "../../bench/figure.ts";
import { syncs } from "../../bench/syncs.ts";
import { arrivalQuery, demand, entries, settled, Visits } from "../../bench/visits.ts";
import type { Costs, RequestCost } from "./costs.ts";
import { type Counters, postgresCounters, sqliteCounters } from "./store-probe.ts";
import { syncsDuring } from "./sync-count.ts";

/** Before anything is measured: until then the engine compiles what it is asked for most. */
const warmUp = 200;
/** So many visits are measured at once: enough for a clock that counts hundredths of seconds. */
const visits = 300;
/** A page takes a hundredth of a lead. */
const pagesEach = 10;
const traced = 5;

/** Measures what a visit by the island costs on this site, whose only visitors these are. */
export async function measureCosts(
  site: SiteProcess,
  url: string,
  postgres?: PostgresServer,
): Promise<Costs> {
  const counters = () => (postgres ? postgresCounters(url, postgres) : sqliteCounters(url, site.pid()));
  using first = new Visits(site.url, warmUp);
  await first.all();
  await settled(url);

  using measured = new Visits(site.url, visits);
  await measured.open();
  const start = await counters();
  const costOf = async (
    perVisit: number,
    work: () => Promise<void>,
    each = perVisit,
  ): Promise<RequestCost> => {
    const [before, cpu] = [await counters(), cpuMsOf(site.pid())];
    await work();
    const cpuMs = (cpuMsOf(site.pid()) - cpu) / visits / each;
    return { perVisit, cpuMs, databaseMs: ((await counters()).cpuMs - before.cpuMs) / visits / each };
  };
  const requests = {
    page: await costOf(1, () => measured.pages(pagesEach), pagesEach),
    answer: await costOf(entries.length, () => measured.answers()),
    lead: await costOf(1, () => measured.leads()),
  };
  const [cpu, before] = [cpuMsOf(site.pid()), await counters()];
  await settled(url);
  const last = await counters();
  const perVisit = (what: keyof Counters) => (last[what] - start[what]) / visits;
  const pids = (await postgres?.pids()) ?? [site.pid()];
  return {
    store: postgres ? "postgresql" : "sqlite",
    requests,
    afterwards: {
      cpuMs: (cpuMsOf(site.pid()) - cpu) / visits,
      databaseMs: (last.cpuMs - before.cpuMs) / visits,
    },
    commits: (await syncsDuring(pids, () => oneByOne(site, url))) / traced,
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

/** Whole visits one after another, so that each commit is a sync of its own. */
async function oneByOne(site: SiteProcess, url: string): Promise<void> {
  for (let visit = 0; visit < traced; visit++) {
    using one = new Visits(site.url, 1);
    await one.all();
  }
  await settled(url);
}

/** Bytes of one visit on one connection, headers included; the page counts as browsers get it. */
async function wire(site: SiteProcess): Promise<{ received: number; sent: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const visitor = await new JsonVisitor(site.url, "/survey/c", { agent }).open(arrivalQuery);
  for (const entry of entries) demand(await visitor.progress([entry]));
  demand(await visitor.postLead());
  const [socket] = Object.values(agent.freeSockets).flat() as Socket[];
  const { bytesRead: received, bytesWritten: sent } = socket!;
  agent.destroy();
  const sizeOf = async (headers: Record<string, string>) =>
    Number((await send(site.url, `/survey/c${arrivalQuery}`, { headers })).headers["content-length"]);
  const plain = (
    await fetch(`${site.url}/survey/c${arrivalQuery}`, { headers: { "Accept-Encoding": "identity" } })
  ).arrayBuffer();
  return {
    received: received - (await plain).byteLength + (await sizeOf({ "Accept-Encoding": "br" })),
    sent,
  };
}
