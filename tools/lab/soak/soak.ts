import { setTimeout } from "node:timers/promises";
import { chartsToken } from "../../../test/support/console-people.ts";
import { send } from "../../../test/support/send.ts";
import { type Site, startSiteProcess } from "../../../test/support/site.ts";
import { sqlOn } from "../../../test/support/store-reader.ts";
import { waitFor } from "../../../test/support/wait-for.ts";
import { type Sample, sample } from "./samples.ts";
import type { MeasuredStore } from "./stores.ts";
import { type Traffic, traffic } from "./traffic.ts";

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
    OUTBOX_POLL_MS: "1000",
    TRUST_PROXY: "1",
    ADMIN_PORT: "0",
    ANALYST_TOKEN: chartsToken,
  });
  const metrics = await metricsOf(site);
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
      const place = { pid: site.pid(), metrics, storeSize: store.size };
      samples.push({ at: (performance.now() - began) / 1000, ...(await sample(place)) });
    }),
    every(analystsEveryMs, over.signal, async () => {
      for (const fault of await analystAsks(site.url)) blame(fault);
    }),
  ]);
  for (const _ of site.output().matchAll(/"event":"worker\.ended"/g)) blame("a worker ended");
  const [row] = await sqlOn<{ leads: number | string }>(store.url, "select count(*) as leads from leads");
  const failures = failuresIn(site.output());
  return { ...found, wrong: { ...found.wrong, ...wrong }, samples, failures, leads: Number(row!.leads) };
}

async function metricsOf(site: Site): Promise<string> {
  await waitFor("the metrics' address", () => /Metrics: http/.test(site.output()));
  return /Metrics: (\S+)/.exec(site.output())![1]!;
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
