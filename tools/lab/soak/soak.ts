import { mkdtempSync, readdirSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { chartsToken } from "../../../test/support/console-people.ts";
import { startPostgres } from "../../../test/support/postgres.ts";
import { residentBytes, workersOf } from "../../../test/support/processes.ts";
import { send } from "../../../test/support/send.ts";
import { adminOf, type SiteProcess, startSiteProcess } from "../../../test/support/site.ts";
import { waitFor } from "../../../test/support/wait-for.ts";
import { countOf, cpuMsOf } from "../../bench/load.ts";
import { quantile } from "../../bench/report.ts";
import { type Traffic, traffic } from "./visits.ts";

export type Soaked = Traffic & {
  /** `at` in seconds since the start; memory in bytes of each process, the supervisor of workers first. */
  samples: { at: number; read: Sample; memories: number[] }[];
  /** Answers with status 500 or above by status and route, and other events that name an error, as the site logged them. */
  failures: Record<string, number>;
  leads: number;
};

const sampleEveryMs = 10_000;
const analystsEveryMs = 30_000;
const seed = 1;
const asked = ["/graphs/c/numbers", "/graphs/c/numbers?show=sides", "/graphs/c/steps", "/", "/contact/"];

/** Lets visitors come for so long, analysts ask now and then, and reads the site's state meanwhile. */
export async function soak(
  openStore: () => Promise<MeasuredStore>,
  { minutes, visitors, workers }: { minutes: number; visitors: number; workers: number },
): Promise<Soaked> {
  await using store = await openStore();
  await using site = await startSiteProcess({
    DATABASE_URL: store.url,
    WORKERS: String(workers),
    SESSION_SECRETS: "soak".repeat(8),
    DATA_KEYS: "",
    OUTBOX_POLL_MS: "1000",
    TRUST_PROXY: "1",
    ADMIN_PORT: "0",
    ANALYST_TOKEN: chartsToken,
  });
  await waitFor("the metrics' address", () => /Metrics: http/.test(site.output()));
  const samples: Soaked["samples"] = [];
  const wrong: Record<string, number> = {};
  const began = performance.now();
  const over = new AbortController();
  const blame = (fault: string) => {
    wrong[fault] = (wrong[fault] ?? 0) + 1;
  };
  const [found] = await Promise.all([
    traffic(site.url, { forMs: minutes * 60_000, perMinute: visitors, seed }).finally(() => over.abort()),
    every(sampleEveryMs, over.signal, async () => {
      samples.push({ at: (performance.now() - began) / 1000, ...(await sample(site, store)) });
    }),
    every(analystsEveryMs, over.signal, async () => {
      for (const fault of await analystAsks(site.url)) blame(fault);
    }),
  ]);
  for (const _ of site.output().matchAll(/"event":"worker\.ended"/g)) blame("a worker ended");
  const leads = await countOf(store.url, "select count(*) as count from leads");
  const failures = failuresIn(site.output());
  return { ...found, wrong: { ...found.wrong, ...wrong }, samples, failures, leads };
}

function failuresIn(output: string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const line of output.split("\n")) {
    if (!line.startsWith("{")) continue;
    const { event, status, route, error, detail } = JSON.parse(line) as Record<string, string | number>;
    if (!error && !(Number(status) >= 500)) continue;
    const name = [event, status, route, error, detail].filter(Boolean).join(" ");
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** Repeats the work until it is stopped; it begins again only when it is through. */
async function every(ms: number, stop: AbortSignal, work: () => Promise<void>): Promise<void> {
  while (!stop.aborted) {
    await work();
    await setTimeout(ms, undefined, { signal: stop }).catch(() => undefined);
  }
}

/** An analyst and somebody who reads. @returns what was not answered as it should be */
async function analystAsks(origin: string): Promise<string[]> {
  const headers = { Authorization: `Bearer ${chartsToken}` };
  const faults: string[] = [];
  for (const path of asked) {
    const { status } = await send(origin, path, { headers });
    if (status !== 200) faults.push(`${path} was answered ${status}`);
  }
  return faults;
}

/** What is read of the site every few seconds. */
export type Sample = Record<Measure, number>;
export type Measure = keyof typeof measures;

const mb = 1_000_000;

/** Each with its unit and with what it may add in half the time; without, it is only shown. */
export const measures = {
  memory: { unit: "MB", per: mb, tolerance: { absolute: 4 * mb, share: 0.05 } },
  heap: { unit: "MB", per: mb, tolerance: { absolute: 3 * mb, share: 0.05 } },
  "open files": { unit: "files", per: 1, tolerance: { absolute: 3, share: 0.05 } },
  "write-ahead log": { unit: "MB", per: mb, tolerance: { absolute: 4 * mb, share: 0.05 } },
  "event loop late, p99": { unit: "ms", per: 0.001, tolerance: { absolute: 0.02, share: 0.2 } },
  "processor time": { unit: "s", per: 1_000, tolerance: undefined },
  database: { unit: "MB", per: mb, tolerance: undefined },
  "load of the machine": { unit: "", per: 1, tolerance: undefined },
} satisfies Record<string, { unit: string; per: number; tolerance: Tolerance | undefined }>;

/**
 * Reads the site from outside and by its metrics, so that looking changes nothing. Where workers serve, all is summed
 * over them and their supervisor, but for the event loop: there the latest counts.
 */
async function sample(
  site: SiteProcess,
  store: MeasuredStore,
): Promise<{ read: Sample; memories: number[] }> {
  const text = await (await fetch(`${adminOf(site)}/metrics`)).text();
  const { database, log } = await store.size();
  const processes = [site.pid(), ...workersOf(site.pid())];
  const memories = processes.map(residentBytes);
  const read = {
    memory: sumOf(memories),
    heap: sumOf(seriesIn(text, "nodejs_heap_size_used_bytes")),
    "open files": sumOf(processes.map((pid) => readdirSync(`/proc/${pid}/fd`).length)),
    "write-ahead log": log,
    "event loop late, p99": Math.max(...seriesIn(text, "nodejs_eventloop_lag_p99_seconds")),
    "processor time": sumOf(processes.map(cpuMsOf)),
    database,
    "load of the machine": loadavg()[0]!,
  };
  return { read, memories };
}

/** The values of a metric, one of each worker. @throws when there is none */
export function seriesIn(text: string, name: string): number[] {
  const found = [...text.matchAll(new RegExp(`^${name}(?:{[^}]*})? (\\S+)$`, "gm"))].map(([, value]) =>
    Number(value),
  );
  if (found.length === 0) throw new Error(`The site's metrics have no ${name}.`);
  return found;
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/** An empty store that can be asked how big it is, in bytes. */
type MeasuredStore = {
  url: string;
  size(): Promise<{ database: number; log: number }>;
  [Symbol.asyncDispose](): Promise<void>;
};

export const stores = { sqlite, postgresql };

async function sqlite(): Promise<MeasuredStore> {
  const folder = mkdtempSync(join(tmpdir(), "claimpath-soak-"));
  const file = join(folder, "claimpath.db");
  const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return {
    url: `file:${file}`,
    // The log is not there between its last reader and its next writer.
    size: async () => ({ database: sizeOf(file), log: sizeOf(`${file}-wal`) }),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}

/** Its write-ahead log is the server's, which keeps it as it is configured. */
async function postgresql(): Promise<MeasuredStore> {
  const server = await startPostgres();
  const url = await server.freshDatabase();
  return {
    url,
    size: async () => {
      const sql = "select pg_database_size(current_database()) as count";
      return { database: await countOf(url, sql), log: 0 };
    },
    [Symbol.asyncDispose]: server.stop,
  };
}

/** A value and when it was read, in seconds since the start. */
type Reading = { at: number; value: number };

/** What may be added over the second half without counting as growth: the greater of the two. */
type Tolerance = { absolute: number; share: number };

export type Verdict = {
  /** The middle of the second half's least values. */
  level: number;
  /** By how much they rose over the second half; negative where they fell. */
  growth: number;
  allowed: number;
  flat: boolean;
};

const windows = 8;

/**
 * Whether a value settles. Memory goes up and down between garbage collections, so only the least value of each
 * of eight stretches counts, and only the second half, when caches and the compiler have had their time.
 * @throws when there are too few readings to tell
 */
export function verdict(readings: readonly Reading[], { absolute, share }: Tolerance): Verdict {
  const half = readings.slice(Math.ceil(readings.length / 2));
  if (half.length < windows * 2) throw new Error(`${readings.length} readings are too few to judge by.`);
  const least = lowerEnvelope(half);
  const values = least.map(({ value }) => value);
  const level = quantile(values, 0.5);
  const growth = slope(least) * (half.at(-1)!.at - half[0]!.at);
  const allowed = Math.max(absolute, share * level);
  return { level, growth, allowed, flat: growth <= allowed };
}

function lowerEnvelope(readings: readonly Reading[]): Reading[] {
  return Array.from({ length: windows }, (_, window) => {
    const edge = (index: number) => Math.round((index * readings.length) / windows);
    const inside = readings.slice(edge(window), edge(window + 1));
    return inside.reduce((least, reading) => (reading.value < least.value ? reading : least));
  });
}

/** The middle of the slopes between all pairs (Theil and Sen): one odd stretch does not turn it. */
function slope(readings: readonly Reading[]): number {
  const slopes = readings.flatMap((from, index) =>
    readings.slice(index + 1).map((to) => (to.value - from.value) / (to.at - from.at)),
  );
  return quantile(slopes, 0.5);
}
