import { setTimeout } from "node:timers/promises";
import { startGroupedSites } from "../../test/support/grouped-sites.ts";
import { type PostgresServer, rowsOf } from "../../test/support/postgres.ts";
import { cpuMsOf, keptMsOf } from "../bench/cpu-time.ts";
import { quantile } from "../bench/figure.ts";
import { measuredSite, settled } from "../bench/visits.ts";
import { drive } from "./drive.ts";
import { countersOf, perEach, type ServerCounters } from "./server-counters.ts";
import { asSmallServer } from "./small-server.ts";

/** What so many groups took at their limit. `store`: of one group's server, for each of its visits; `shared`: for each visit. */
export type Limit = {
  groups: number;
  visitsPerSecond: number;
  p50: number;
  p99: number;
  refused: number;
  /** How much of its share each group's server used. */
  used: number[];
  store: ServerCounters;
  shared: ServerCounters;
  siteBusy: number;
  siteKept: number;
  /** Thanked and not stored in their group, stored twice, or stored in another. */
  wrong: number;
};

type Load = { visitors: number; seconds: number; share: number };

const warmUpMs = 8_000;
/** What looks for work all the time would be much of what a small server does; a lead is sent without waiting for a look. */
const quiet = { OUTBOX_POLL_MS: "10000", PROGRESS_URL: "" };

/** Drives visitors of as many groups as there are servers, each of which has this share of a processor. */
export async function limitOf(
  servers: readonly PostgresServer[],
  sharedServer: PostgresServer,
  { visitors, seconds, share }: Load,
): Promise<Limit> {
  const shared = await sharedServer.freshDatabase();
  const urls = await Promise.all(servers.map((server) => server.freshDatabase()));
  await using groups = await startGroupedSites(urls, shared, { ...measuredSite, ...quiet });
  const load = drive(
    groups.sites.map(({ url }) => url),
    visitors * servers.length,
    `v${servers.length}`,
  );
  const release = servers.map((server) => asSmallServer(server, share));
  await setTimeout(warmUpMs);
  const all = [...servers, sharedServer];
  const sites = (of: (pid: number) => number) => groups.sites.reduce((sum, site) => sum + of(site.pid()), 0);
  const done = () => load.driven.acknowledged.flat().length;
  const before = await countersOf(all);
  const [began, visits, first] = [performance.now(), done(), load.driven.times.length];
  const [busy, kept] = [sites(cpuMsOf), sites(keptMsOf)];
  await setTimeout(seconds * 1000);
  const [elapsed, count, times] = [
    performance.now() - began,
    done() - visits,
    load.driven.times.slice(first),
  ];
  const [siteBusy, siteKept] = [(sites(cpuMsOf) - busy) / elapsed, (sites(keptMsOf) - kept) / elapsed];
  const after = await countersOf(all);
  // The counters are read a little later than the visits: for so much longer they went on.
  const countedMs = performance.now() - began;
  const counted = count * (countedMs / elapsed);
  await Promise.all(release.map((end) => end()));
  await load.end();
  await Promise.all(urls.map(settled));
  const perVisit = after.map((last, index) => perEach(last, before[index]!, counted));
  const stores = perVisit.slice(0, -1);
  const sum = (what: keyof ServerCounters) => stores.reduce((total, store) => total + store[what], 0);
  return {
    groups: servers.length,
    visitsPerSecond: (count * 1000) / elapsed,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    refused: load.driven.refused,
    used: stores.map(({ cpuMs }) => (cpuMs * counted) / countedMs / share),
    store: { cpuMs: sum("cpuMs"), commits: sum("commits"), logged: sum("logged") },
    shared: perVisit.at(-1)!,
    siteBusy,
    siteKept,
    wrong: await wrongIn(urls, load.driven.acknowledged),
  };
}

async function wrongIn(urls: readonly string[], acknowledged: readonly string[][]): Promise<number> {
  let wrong = 0;
  for (const [group, url] of urls.entries()) {
    const rows = await rowsOf<{ email: string }>(url, "select record::json->>'email' as email from leads");
    const stored = rows.map(({ email }) => email);
    const others = acknowledged.flatMap((emails, index) => (index === group ? [] : emails));
    wrong += stored.length - new Set(stored).size;
    wrong += acknowledged[group]!.filter((email) => !stored.includes(email)).length;
    wrong += others.filter((email) => stored.includes(email)).length;
  }
  return wrong;
}
