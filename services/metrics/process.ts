import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Registry } from "./registry.ts";

/** So often is looked whether the event loop is on time, in milliseconds. */
const everyMs = 20;

/** Shows this process's own memory and how long its event loop keeps work waiting, under the names Node's exporters use. */
export function watchProcess(registry: Pick<Registry, "gauge">): void {
  const delay = monitorEventLoopDelay({ resolution: everyMs });
  delay.enable();
  const gauge = (name: string, help: string, read: () => number) =>
    registry.gauge(name, help, "each", async () => [[{}, read()]]);
  gauge("process_resident_memory_bytes", "Memory of the process.", () => process.memoryUsage.rss());
  gauge("nodejs_heap_size_used_bytes", "Memory of the main thread's JavaScript objects.", () => {
    return process.memoryUsage().heapUsed;
  });
  gauge("nodejs_eventloop_lag_p99_seconds", "How late the event loop was, since the last look.", () => {
    const late = Math.max(0, delay.percentile(99) / 1e9 - everyMs / 1000);
    delay.reset();
    return late;
  });
}
