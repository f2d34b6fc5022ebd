import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Agent } from "node:http";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { PostgresServer } from "../../../test/support/postgres.ts";
import { send } from "../../../test/support/send.ts";
import type { SiteProcess } from "../../../test/support/site.ts";
import { sqlOn } from "../../../test/support/store-reader.ts";
import { JsonVisitor } from "../../../test/support/visitors.ts";
import { cpuMsOf, cpuMsOfFamily } from "../../bench/cpu-time.ts";
import { quantile } from "../../bench/figure.ts";
import { syncs } from "../../bench/syncs.ts";
import { arrivalQuery, demand, entries, settled, Visits } from "../../bench/visits.ts";
import type { Costs, RequestCost } from "./costs.ts";

/** Long enough for the tracer to have taken hold of all threads. */
const attachMs = 1_000;

/** How often these processes tell the disk to keep something while `work` lasts; needs Debian's `strace`. */
async function syncsDuring(pids: readonly number[], work: () => Promise<void>): Promise<number> {
  const each = pids.flatMap((pid) => ["-p", String(pid)]);
  const tracer = spawn("strace", ["-f", "-qq", "-e", "trace=fdatasync,fsync", ...each]);
  let seen = "";
  tracer.stderr.on("data", (chunk) => {
    seen += chunk;
  });
  await setTimeout(attachMs);
  await work();
  const ended = once(tracer, "exit");
  tracer.kill("SIGINT");
  await ended;
  return seen.match(/f(?:data)?sync\(\d+/g)?.length ?? 0;
}

/** Counters of a store that only rise; bytes are those written to its log, and those of the database. */
type Counters = { cpuMs: number; rows: number; logged: number; stored: number };

/** Longer than a connection of PostgreSQL's keeps to itself what it did. */
const countedAfterMs = 1_500;

/** @param pid the site's process, which writes the file itself */
async function sqliteCounters(url: string, pid: number): Promise<Counters> {
  const tables = "select name from sqlite_master where type = 'table' and name not like 'sqlite_%'";
  const [size] = await sqlOn<{ bytes: number }>(
    url,
    "select page_count * page_size as bytes from pragma_page_count, pragma_page_size",
  );
  const written = /^write_bytes: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, "utf8"))![1];
  return { cpuMs: 0, rows: await rowsIn(url, tables), logged: Number(written), stored: size!.bytes };
}

async function postgresCounters(url: string, server: PostgresServer): Promise<Counters> {
  await setTimeout(countedAfterMs);
  const [row] = await sqlOn<Record<"logged" | "stored", string>>(
    url,
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as logged,
       pg_database_size(current_database()) as stored`,
  );
  const tables = "select tablename as name from pg_tables where schemaname = 'public'";
  return {
    cpuMs: (await server.pids()).reduce((sum, pid) => sum + cpuMsOfFamily(pid), 0),
    rows: await rowsIn(url, tables),
    logged: Number(row!.logged),
    stored: Number(row!.stored),
  };
}

async function rowsIn(url: string, tables: string): Promise<number> {
  const names = await sqlOn<{ name: string }>(url, tables);
  const counts = names.map(({ name }) => `(select count(*) from "${name}")`).join(" + ");
  const [row] = await sqlOn<{ rows: number | string }>(url, `select ${counts} as rows`);
  return Number(row!.rows);
}

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
