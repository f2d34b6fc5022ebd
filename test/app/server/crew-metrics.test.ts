import { expect, it } from "vitest";
import { crewMetrics } from "../../../app/server/workers/crew-metrics.ts";
import { createMetrics } from "../../../services/metrics/metrics.ts";
import type { Store } from "../../../services/store/types.ts";

/** A worker as the supervisor sees it, with metrics of its own; it says nothing while it is busy. */
function worker(number: number, reads: { waiting: number }) {
  const metrics = createMetrics();
  const now = { flooded: false, store: true, ready: true, busy: false };
  const depth = async () => [{ destination: "a", status: "waiting", count: reads.waiting, oldestAt: 0 }];
  metrics.watchFloods({ isFlooded: () => now.flooded });
  metrics.watchStore(
    { outbox: { depth } as unknown as Store["outbox"], ready: async () => now.store },
    () => 5_000,
  );
  metrics.watchProcess();
  const member = {
    number,
    isReady: () => now.ready,
    ask: async (together: Parameters<typeof metrics.text>[0]) =>
      now.busy ? undefined : metrics.text(together),
  };
  return { metrics, now, member };
}

function crewOfThree() {
  const reads = { waiting: 7 };
  const workers = [1, 2, 3].map((number) => worker(number, reads));
  const supervisor = createMetrics();
  const { left, text } = crewMetrics(() => workers.map(({ member }) => member), supervisor);
  const line = async (name: string) => (await text()).split("\n").filter((each) => each.startsWith(name));
  return { workers, supervisor, left, text, line };
}

it("a flood is told when any of them finds itself in one", async () => {
  const { workers, line } = crewOfThree();
  expect(await line("claimpath_flooded")).toEqual(["claimpath_flooded 0"]);
  workers[2]!.now.flooded = true;
  expect(await line("claimpath_flooded")).toEqual(["claimpath_flooded 1"]);
});

it("the store is ready when all of them reach it", async () => {
  const { workers, line } = crewOfThree();
  expect(await line("claimpath_store_ready")).toEqual(["claimpath_store_ready 1"]);
  workers[1]!.now.store = false;
  expect(await line("claimpath_store_ready")).toEqual(["claimpath_store_ready 0"]);
});

it("what stands in the store is told once, by another one where the first is busy", async () => {
  const { workers, line } = crewOfThree();
  const told = ['claimpath_outbox_messages{destination="a",status="waiting"} 7'];
  expect(await line("claimpath_outbox_messages")).toEqual(told);
  workers[0]!.now.busy = true;
  expect(await line("claimpath_outbox_messages")).toEqual(told);
});

it("counts are added up and never fall: neither when one is busy nor when it ends", async () => {
  const { workers, left, line } = crewOfThree();
  for (const { metrics } of workers) metrics.leads.add({ variant: "c", qualified: "yes" });
  const told = ['claimpath_leads_total{variant="c",qualified="yes"} 3'];
  expect(await line("claimpath_leads_total")).toEqual(told);
  workers[1]!.now.busy = true;
  expect(await line("claimpath_leads_total")).toEqual(told);
  const [gone] = workers.splice(1, 1);
  left(gone!.member);
  expect(await line("claimpath_leads_total")).toEqual(told);
});

it("memory is each one's own; those that do not serve yet are not asked", async () => {
  const { workers, line } = crewOfThree();
  workers[0]!.now.ready = false;
  const names = (await line("process_resident_memory_bytes")).map((each) => each.replace(/ .*/, ""));
  expect(names).toEqual([2, 3].map((number) => `process_resident_memory_bytes{worker="${number}"}`));
});

it("what the supervisor counts stands among the sums, from 0 on, and every metric stands once", async () => {
  const { supervisor, text, line } = crewOfThree();
  const restarts = (signal: number) => [
    `claimpath_worker_restarts_total{reason="signal"} ${signal}`,
    'claimpath_worker_restarts_total{reason="failure"} 0',
    'claimpath_worker_restarts_total{reason="exit"} 0',
  ];
  expect(await line("claimpath_worker_restarts_total")).toEqual(restarts(0));
  supervisor.workerRestarts.add({ reason: "signal" });
  expect(await line("claimpath_worker_restarts_total")).toEqual(restarts(1));
  const heads = (await text()).match(/^# TYPE \S+/gm)!;
  expect(heads).toHaveLength(new Set(heads).size);
});
