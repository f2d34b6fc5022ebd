import { AggregatorRegistry } from "prom-client";
import type { Metrics, Snapshot } from "../../../services/observe/metrics.ts";
import type { WorkerHandle } from "./worker-handle.ts";

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
