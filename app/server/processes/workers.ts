import cluster from "node:cluster";
import { AggregatorRegistry } from "prom-client";
import type { endings, Metrics, Scope, Snapshot } from "../../../services/observe/metrics.ts";

/** Messages between a worker and its supervisor. */
export type ToWorker = { metrics: Scope; question: number };
export type FromWorker = { ready: Ready } | { snapshot: Snapshot; question: number };

/** Sent once a worker serves. */
type Ready = { port: number; welcome: string };

/** Environment variables that give a worker its number and the port that others already serve on. */
export const variables = { number: "CLAIMPATH_WORKER", port: "CLAIMPATH_WORKER_PORT" } as const;

/** @param code exit code, or the signal that ended it */
export type Ended = { code: string; reason: (typeof endings)[number] };

export type WorkerHandle = ReturnType<typeof startWorker>;

/** One worker as its supervisor sees it. @param port that others already serve on */
export function startWorker(number: number, port: number | undefined) {
  const worker = cluster.fork({
    [variables.number]: String(number),
    [variables.port]: port === undefined ? "" : String(port),
  });
  const began = performance.now();
  const questions = new Map<number, (snapshot: Snapshot) => void>();
  let asked = 0;
  let isReady = false;
  // A message that cannot be sent because the worker has ended is simply lost.
  worker.on("error", () => {});
  /** Resolves once it serves; never if it ends before that. */
  const ready = new Promise<Ready>((resolve) => {
    worker.on("message", (message: FromWorker) => {
      if ("snapshot" in message) return questions.get(message.question)?.(message.snapshot);
      isReady = true;
      resolve(message.ready);
    });
  });
  const ended = new Promise<Ended>((resolve) => {
    worker.on("exit", (code, signal) => {
      const reason = signal ? "signal" : code === 0 ? "exit" : "failure";
      resolve({ code: signal ?? String(code), reason });
    });
  });
  return {
    number,
    ready,
    ended,
    isReady: () => isReady,
    livedMs: () => performance.now() - began,
    /** @returns its metrics; undefined if it does not answer in time */
    async ask(metrics: ToWorker["metrics"], withinMs: number): Promise<Snapshot | undefined> {
      const question = ++asked;
      const snapshot = await new Promise<Snapshot | undefined>((resolve) => {
        questions.set(question, resolve);
        setTimeout(resolve, withinMs, undefined).unref();
        worker.send({ metrics, question } satisfies ToWorker);
      });
      questions.delete(question);
      return snapshot;
    },
    /** Asks it to shut down gracefully. */
    end: () => worker.process.kill("SIGTERM"),
  };
}

/** How long a busy worker may take to answer, in milliseconds; after that its last known counts are used. */
const timeoutMs = 2_000;

/**
 * The metrics of all workers as one text.
 * @param workers those that are alive
 * @param own what the supervisor itself counts
 */
export function clusterMetrics(
  workers: () => Pick<WorkerHandle, "isReady" | "ask">[],
  own: Pick<Metrics, "snapshot">,
) {
  type Worker = ReturnType<typeof workers>[number];
  const lastCounts = new WeakMap<Worker, Snapshot>();
  // Counters never fall: the counts of workers that have ended stay in the sums.
  let ended: object[] = [];

  const ofProcess = async (worker: Worker): Promise<Snapshot> => {
    // Read before asking, as the worker may end in the meantime.
    const last = lastCounts.get(worker) ?? [];
    const snapshot = await worker.ask("process", timeoutMs);
    if (!snapshot) return last;
    lastCounts.set(worker, snapshot.filter(isCount));
    return snapshot;
  };
  /** Only one worker reads the store, because counting takes time; the second is asked if the first is busy. */
  const ofStore = async ([first, second]: Worker[]): Promise<Snapshot> =>
    (await first?.ask("store", timeoutMs)) ?? (await second?.ask("store", timeoutMs)) ?? [];
  return {
    /** Keeps the counts of a worker that has ended. */
    retire(worker: Worker): void {
      const last = lastCounts.get(worker) ?? [];
      lastCounts.delete(worker);
      ended = AggregatorRegistry.aggregate([ended, last]).getMetricsAsArray();
    },
    async text(): Promise<string> {
      const ready = workers().filter(({ isReady }) => isReady());
      const endedBefore = ended;
      const snapshots = await Promise.all([own.snapshot("process"), ...ready.map(ofProcess), ofStore(ready)]);
      return AggregatorRegistry.aggregate([...snapshots, endedBefore]).metrics();
    },
  };
}

/** prom-client declares the type as an enum, but it is a string. */
function isCount({ type }: Snapshot[number]): boolean {
  return ["counter", "histogram"].includes(String(type));
}
