import { expect, it } from "vitest";
import { watchProcess } from "../../services/metrics/process.ts";
import { createRegistry } from "../../services/metrics/registry.ts";

it("the process tells its memory, its heap and how late its event loop is", async () => {
  const registry = createRegistry();
  watchProcess(registry);
  const text = await registry.text();
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1]);
  expect(value("nodejs_heap_size_used_bytes")).toBeGreaterThan(1_000_000);
  expect(value("process_resident_memory_bytes")).toBeGreaterThan(value("nodejs_heap_size_used_bytes"));
  expect(value("nodejs_eventloop_lag_p99_seconds")).toBeGreaterThanOrEqual(0);
});
