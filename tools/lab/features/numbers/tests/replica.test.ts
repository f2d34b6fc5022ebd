import { afterAll, beforeAll, expect, it } from "vitest";
import { variants } from "../../../../../machines/registry.ts";
import { dayCounter } from "../../../../../services/calendar/days.ts";
import {
  type Analytics,
  AnalyticsUnavailable,
  analyticsOf,
} from "../../../../../services/features/numbers/client.ts";
import { simulate } from "../../../../../services/features/numbers/simulation/simulate.ts";
import { silentLog } from "../../../../../services/observe/log.ts";
import { lookAtReplica } from "../../../../../services/operations/doctor/store.ts";
import { openStore, type Store } from "../../../../../services/store/store.ts";
import { type PostgresServer, rowsOf, startPostgres } from "../../../../../test/support/postgres.ts";

const day = dayCounter("America/New_York");
const until = Date.UTC(2026, 5, 15);
const asked = { variant: "c", data: "simulated" } as const;
const polling = { timeout: 60_000 };

let primary: PostgresServer;
let replica: PostgresServer;
let url: string;
let replicaUrl: string;
let store: Store;
let analytics: Analytics;

/** A URL of the same database for the role that may only read, and may read only what analysts need. */
const asAnalyst = (address: string) => address.replace("postgres://postgres@", "postgres://analyst@");

beforeAll(async () => {
  primary = await startPostgres();
  url = await primary.freshDatabase();
  store = await openStore({ url, now: () => until, log: silentLog, hashKey: "k" });
  await rowsOf(
    url,
    `create role analyst login; alter role analyst set default_transaction_read_only = on;
     grant select on analytics_sessions, analytics_sources, analytics_traces, analytics_views to analyst;
     grant select (id, updated_at) on visits to analyst`,
  );
  await add(300, 1);
  replica = await startPostgres({ primary });
  replicaUrl = asAnalyst(replica.address(new URL(url).pathname.slice(1)));
  analytics = analyticsOf(url, replicaUrl);
});
afterAll(async () => {
  await analytics?.stop();
  await store?.close();
  await replica?.stop();
  await primary?.stop();
});

async function add(sessions: number, seed: number) {
  const simulation = { sessions, seed, variant: variants.get("c")!, days: 10, until, day };
  await store.analytics.add([...simulate(simulation)].map(({ session }) => session));
}
const counted = async () => (await analytics.query(asked)).totals.sessions;
/** Runs on the replica, past the program. */
const onReplica = (sql: string) => rowsOf(replica.address("postgres"), sql);

it("the role can read the numbers and nothing else", async () => {
  for (const address of [asAnalyst(url), replicaUrl]) {
    await expect(rowsOf(address, "select * from leads")).rejects.toThrow(/permission denied/);
    await expect(rowsOf(address, "delete from analytics_sessions")).rejects.toThrow();
    const own = analyticsOf(url, address);
    await expect.poll(async () => (await own.query(asked)).totals.sessions, polling).toBe(300);
    await own.stop();
  }
});

it("the doctor says how far behind it is, and what is wrong where it must not be read", async () => {
  expect(await lookAtReplica(undefined, Date.now)).toEqual([]);
  const sentenceOf = async (address: string) => (await lookAtReplica(address, Date.now))[0]!.text;
  await expect.poll(() => sentenceOf(replicaUrl), polling).toBe("The replica answers and is up to date.");
  expect(await sentenceOf(url.replace("postgres@", "nobody@"))).toMatch(
    /^The numbers cannot be read from the replica \(.*"nobody".*\)\.$/,
  );
});

it("what the primary takes is visible soon", async () => {
  await expect.poll(counted, polling).toBe(300);
  await add(200, 2);
  await expect.poll(counted, polling).toBe(500);
});

it("a replica that is behind shows the time of its numbers", async () => {
  await onReplica("select pg_wal_replay_pause()");
  const before = Date.now();
  await add(50, 3);
  await expect.poll(async () => (await analytics.query(asked)).asOf < before, polling).toBe(true);
  expect(await counted()).toBe(500);
  await onReplica("select pg_wal_replay_resume()");
  await expect.poll(counted, polling).toBe(550);
  await expect.poll(async () => (await analytics.query(asked)).asOf > before, polling).toBe(true);
});

it("a lost replica leaves the last known numbers; without any the reason is shown", async () => {
  await replica.down();
  const lost = Date.now();
  await add(50, 4);
  const { totals, asOf } = await analytics.query(asked);
  expect(totals.sessions).toBe(550);
  expect(asOf).toBeLessThanOrEqual(lost);
  const other = analyticsOf(url, replicaUrl);
  await expect(other.query(asked)).rejects.toThrow("The numbers cannot be read from the replica right now.");
  await expect(other.query(asked)).rejects.toThrow(AnalyticsUnavailable);
  await other.stop();
  await replica.up();
  await expect.poll(counted, polling).toBe(600);
});

it("a replica whose primary is lost shows the time of its numbers", async () => {
  await store.close();
  await primary.down();
  const lost = Date.now();
  await expect.poll(async () => (await analytics.query(asked)).asOf < lost, polling).toBe(true);
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  const { asOf, totals } = await analytics.query(asked);
  expect([asOf < lost, totals.sessions]).toEqual([true, 600]);
  await primary.up();
});
