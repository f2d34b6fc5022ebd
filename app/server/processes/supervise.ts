import cluster from "node:cluster";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Log } from "../../../services/observe/log.ts";
import { createMetrics } from "../../../services/observe/metrics.ts";
import type { Settings } from "../../../services/settings/env.ts";
import { startAdmin } from "./listen.ts";
import { quietConsole, stopOnSignal } from "./process.ts";
import { clusterMetrics, type Ended, startWorker, type WorkerHandle } from "./workers.ts";

/** A worker that has lived so long did not fail for what it is, in milliseconds. */
export const steadyMs = 10_000;
/** So many in a row that lived shorter are enough. */
const most = 6;
const firstWaitMs = 250;
const longestWaitMs = 30_000;

/** When a worker that ended is replaced. */
export function restarts() {
  let inARow = 0;
  return {
    /**
     * @param livedMs how long it lived
     * @param othersServe whether another one has lived long enough and lives
     * @returns how long to wait, in milliseconds; undefined when there is no use in going on
     */
    after(livedMs: number, othersServe: boolean): number | undefined {
      inARow = livedMs >= steadyMs ? 1 : inARow + 1;
      if (inARow >= most && !othersServe) return undefined;
      return Math.min(longestWaitMs, firstWaitMs * 2 ** (inARow - 1));
    },
  };
}

/**
 * Keeps as many processes serving as the settings say, replaces those that end, and ends them all in order. The first
 * one migrates the store and shows that a start can succeed; the others begin after it.
 */
export async function supervise(given: Settings, log: Log, warnings: readonly string[]): Promise<void> {
  // Each takes its connections itself. Were they handed out here, those on their way to a worker that is killed would
  // stay open with nobody to answer them.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ exec: fileURLToPath(new URL("worker.ts", import.meta.url)) });
  const workers = new Map<number, WorkerHandle>();
  const own = createMetrics();
  const metrics = clusterMetrics(() => [...workers.values()], own);
  const policy = restarts();
  let stopping = false;
  let port: number | undefined;

  const stop = async () => {
    stopping = true;
    for (const { end } of workers.values()) end();
    await Promise.all([...workers.values()].map(({ ended }) => ended));
  };
  const replace = async (worker: WorkerHandle, { code, reason }: Ended) => {
    const { number } = worker;
    metrics.retire(worker);
    workers.delete(number);
    if (stopping) return;
    log("worker.ended", { worker: number, code });
    own.workerRestarts.inc({ reason });
    const othersServe = [...workers.values()].some(
      ({ isReady, livedMs }) => isReady() && livedMs() >= steadyMs,
    );
    const wait = policy.after(worker.livedMs(), othersServe);
    if (wait === undefined) {
      await stop();
      process.stderr.write("The site's processes end as soon as they have begun.\n");
      process.exit(1);
    }
    await pause(wait);
    if (!stopping) await begin(number);
  };
  const begin = async (number: number): Promise<void> => {
    const worker = startWorker(number, port);
    workers.set(number, worker);
    const replaced = worker.ended.then((end) => replace(worker, end));
    await Promise.race([worker.ready, replaced]);
  };

  stopOnSignal(async () => {
    log("server", { detail: "stopping" });
    await stop();
    log("server", { detail: "stopped" });
  });
  const first = startWorker(1, undefined);
  workers.set(1, first);
  const ready = await Promise.race([first.ready, first.ended]);
  // It has said why.
  if ("reason" in ready) process.exit(stopping ? 0 : 1);
  port = ready.port;
  void first.ended.then((end) => replace(first, end));
  await Promise.all(Array.from({ length: given.workers - 1 }, (_, index) => begin(index + 2)));

  const { admin } = given;
  const served =
    admin.port === undefined ? undefined : await startAdmin(metrics.text, admin.port, admin.host);
  const metricsAt = served ? [`Metrics: ${served.url}`] : [];
  console.log([...warnings, `Processes: ${given.workers}`, ...metricsAt, ready.welcome].join("\n"));
  quietConsole(log);
}
