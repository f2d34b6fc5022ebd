import { once } from "node:events";
import { get, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, expect, it, vi } from "vitest";
import { drain, listen } from "../../../app/server/processes/listen.ts";
import { restarts, steadyMs } from "../../../app/server/processes/supervise.ts";
import { clusterMetrics } from "../../../app/server/processes/workers.ts";
import { createMetrics, type Scope, type Snapshot } from "../../../services/observe/metrics.ts";
import type { Store } from "../../../services/store/store.ts";

it("a worker that lived is replaced soon, one that dies at once ever later, up to half a minute", () => {
  const { after } = restarts();
  expect([1, 2].map(() => after(steadyMs, true))).toEqual([250, 250]);
  const waits = Array.from({ length: 10 }, () => after(steadyMs - 1, true));
  expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000, 30_000]);
  expect(after(steadyMs, true)).toBe(250);
});

it("there is an end to it when nobody serves: at the sixth in a row", () => {
  const { after } = restarts();
  const waits = Array.from({ length: 6 }, () => after(0, false));
  expect(waits).toEqual([250, 500, 1_000, 2_000, 4_000, undefined]);
});

it("it goes on while others serve, and one that lived begins the count again", () => {
  const { after } = restarts();
  for (let ended = 0; ended < 20; ended++) expect(after(0, true)).toBeDefined();
  expect(after(steadyMs, false)).toBe(250);
  expect(after(0, false)).toBe(500);
});

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
      ledger: { behind: async () => ({ books: { since: undefined }, postbacks: { since: undefined } }) },
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

afterEach(() => {
  vi.useRealTimers();
});

const graceMs = 10_000;

/** A server with one request under way, which is answered when it is told to. */
async function answering() {
  let finish: () => void = () => {};
  const listener: RequestListener = (_, response) => {
    finish = () => response.end("whole");
    server.emit("asked");
  };
  const server: Server = await listen(listener, {
    port: 0,
    host: "127.0.0.1",
    siteOrigin: "http://localhost",
  });
  const { port } = server.address() as AddressInfo;
  const isAsked = once(server, "asked");
  // Without an agent the connection is for this request alone.
  const request = get({ port, host: "127.0.0.1", agent: false });
  const answer = once(request, "response").then(([response]) => text(response as IncomingMessage));
  answer.catch(() => {});
  await isAsked;
  return { server, answer, finish: () => finish() };
}

it("a stop lets a request under way finish, as long as it may take", async () => {
  const { server, answer, finish } = await answering();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const drained = drain(server, graceMs);
  vi.advanceTimersByTime(graceMs - 1);
  finish();
  expect(await answer).toBe("whole");
  await drained;
  expect(vi.getTimerCount()).toBe(0);
});

it("what takes longer is cut off", async () => {
  const { server, answer } = await answering();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const drained = drain(server, graceMs);
  vi.advanceTimersByTime(graceMs);
  await drained;
  await expect(answer).rejects.toThrow();
});

it("a port that is taken, and an address that is not ours, are said in a sentence", async () => {
  const foreign = listen(() => {}, { port: 0, host: "192.0.2.1", siteOrigin: "http://localhost" });
  await expect(foreign).rejects.toThrow("192.0.2.1 is no address of this machine: set HOST to another one.");
  const { server, finish, answer } = await answering();
  const { port } = server.address() as AddressInfo;
  const again = listen(() => {}, { port, host: "127.0.0.1", siteOrigin: "http://localhost" });
  await expect(again).rejects.toThrow(`Port ${port} is already in use: set PORT to another one.`);
  finish();
  await answer;
  await drain(server, graceMs);
});
