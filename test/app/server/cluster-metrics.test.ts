import { expect, it } from "vitest";
import { clusterMetrics } from "../../../app/server/processes/workers.ts";
import { createMetrics, type Scope, type Snapshot } from "../../../services/observe/metrics.ts";
import type { Store } from "../../../services/store/store.ts";

/** A worker as the supervisor sees it, with metrics of its own; it does not answer while it is busy. */
function startWorker(number: number, outbox: { waiting: number }) {
  const metrics = createMetrics();
  const state = { flooded: false, store: true, ready: true, busy: false };
  const depth = async () => [{ destination: "a", status: "waiting", count: outbox.waiting, oldestAt: 0 }];
  metrics.addFloodGauge({ isFlooded: () => state.flooded });
  metrics.addStoreGauges(
    {
      outbox: { depth } as unknown as Store["outbox"],
      pauses: { list: async () => [] },
      consentLog: { unsealedSince: async () => undefined },
      ready: async () => state.store,
      size: async () => 4_096,
    },
    () => 5_000,
  );
  metrics.addProcessMetrics({ worker: String(number) });
  const handle = {
    isReady: () => state.ready,
    // As JSON, which is how processes send it.
    ask: async (scope: Scope): Promise<Snapshot | undefined> =>
      state.busy ? undefined : JSON.parse(JSON.stringify(await metrics.snapshot(scope))),
  };
  return { metrics, state, handle };
}

function clusterOfThree() {
  const outbox = { waiting: 7 };
  const workers = [1, 2, 3].map((number) => startWorker(number, outbox));
  const supervisor = createMetrics();
  const { retire, text } = clusterMetrics(() => workers.map(({ handle }) => handle), supervisor);
  const lines = async (name: string) => (await text()).split("\n").filter((line) => line.startsWith(name));
  return { workers, supervisor, retire, text, lines };
}

it("there is a flood when any worker sees one", async () => {
  const { workers, lines } = clusterOfThree();
  expect(await lines("claimpath_flooded")).toEqual(["claimpath_flooded 0"]);
  workers[2]!.state.flooded = true;
  expect(await lines("claimpath_flooded")).toEqual(["claimpath_flooded 1"]);
});

it("the store is ready when every worker can reach it", async () => {
  const { workers, lines } = clusterOfThree();
  expect(await lines("claimpath_store_ready")).toEqual(["claimpath_store_ready 1"]);
  workers[1]!.state.store = false;
  expect(await lines("claimpath_store_ready")).toEqual(["claimpath_store_ready 0"]);
});

it("what is in the store is counted once, by the second worker if the first is busy", async () => {
  const { workers, lines } = clusterOfThree();
  const expected = ['claimpath_outbox_messages{destination="a",status="waiting"} 7'];
  expect(await lines("claimpath_outbox_messages")).toEqual(expected);
  workers[0]!.state.busy = true;
  expect(await lines("claimpath_outbox_messages")).toEqual(expected);
});

it("counts are sums that never fall: not when a worker is busy, nor when it ends or is replaced", async () => {
  const { workers, retire, lines } = clusterOfThree();
  for (const { metrics } of workers) {
    metrics.leads.inc({ variant: "c", qualified: "yes" });
    metrics.calls.observe({ provider: "zip-lookup", outcome: "answered" }, 0.3);
  }
  const expected = async () => {
    expect(await lines("claimpath_leads_total")).toEqual([
      'claimpath_leads_total{variant="c",qualified="yes"} 3',
    ]);
    const calls = (await lines("claimpath_provider_duration_seconds")).map((line) =>
      line.replace(/.*\{/, "{"),
    );
    expect(calls).toContain('{le="0.25",provider="zip-lookup",outcome="answered"} 0');
    expect(calls).toContain('{le="0.5",provider="zip-lookup",outcome="answered"} 3');
    expect(calls).toContain('{provider="zip-lookup",outcome="answered"} 3');
  };
  await expected();
  workers[1]!.state.busy = true;
  await expected();
  const [gone] = workers.splice(1, 1);
  retire(gone!.handle);
  await expected();
  const [alsoGone] = workers.splice(1, 1, startWorker(3, { waiting: 7 }));
  retire(alsoGone!.handle);
  await expected();
});

it("a worker's own memory and processor time have its number; those that end take their memory with them", async () => {
  const { workers, retire, lines } = clusterOfThree();
  const series = async (name: string) => (await lines(name)).map((line) => line.replace(/ .*/, ""));
  const numbered = (name: string, numbers: number[]) =>
    numbers.map((number) => `${name}{worker="${number}"}`);
  workers[0]!.state.ready = false;
  for (const name of ["process_resident_memory_bytes", "process_cpu_seconds_total"])
    expect(await series(name), "those that are not ready are not asked").toEqual(numbered(name, [2, 3]));
  retire(workers.pop()!.handle);
  expect(await series("process_resident_memory_bytes")).toEqual(
    numbered("process_resident_memory_bytes", [2]),
  );
});

it("the supervisor's own counts are included, from 0 on, and every metric appears once", async () => {
  const { supervisor, text, lines } = clusterOfThree();
  const restarts = (signal: number) => [
    `claimpath_worker_restarts_total{reason="signal"} ${signal}`,
    'claimpath_worker_restarts_total{reason="failure"} 0',
    'claimpath_worker_restarts_total{reason="exit"} 0',
  ];
  expect(await lines("claimpath_worker_restarts_total")).toEqual(restarts(0));
  supervisor.workerRestarts.inc({ reason: "signal" });
  expect(await lines("claimpath_worker_restarts_total")).toEqual(restarts(1));
  const heads = (await text()).match(/^# TYPE \S+/gm)!;
  expect(heads).toHaveLength(new Set(heads).size);
});
