import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { variants } from "../../../machines/registry.ts";
import { type Analytics, AnalyticsUnavailable, analyticsOf } from "../../../services/analytics/client.ts";
import { dayCounter } from "../../../services/analytics/days.ts";
import { simulate } from "../../../services/analytics/simulation/simulate.ts";
import { silentLog } from "../../../services/observe/log.ts";
import type { Store } from "../../../services/store/store.ts";
import { openStore } from "../../../services/store/store.ts";
import { type DatabaseServer, databases } from "../../support/databases.ts";

const day = dayCounter("America/New_York");
const until = Date.UTC(2026, 5, 15);

describe.each(databases)("the analysts' thread on $name", ({ start }) => {
  let server: DatabaseServer;
  let url: string;
  let store: Store;
  let analytics: Analytics;
  beforeAll(async () => {
    server = await start();
    url = await server.freshUrl();
    store = await openStore({ url, now: () => until, log: silentLog, hashKey: "k" });
    analytics = analyticsOf(url);
  });
  afterAll(async () => {
    await analytics?.stop();
    await store?.close();
    await server?.stop();
  });

  const add = async (sessions: number, seed: number) => {
    const simulation = { sessions, seed, variant: variants.get("c")!, days: 10, until, day };
    await store.analytics.add([...simulate(simulation)].map(({ session }) => session));
  };
  const query = { variant: "c", data: "simulated" } as const;

  test("answers before there is anything, and takes up what comes", async () => {
    const { totals, days, happyPath, nodes } = await analytics.query(query);
    expect(totals).toMatchObject({ sessions: 0, leads: 0 });
    expect([days, happyPath]).toEqual([null, null]);
    expect(nodes.map(({ visits }) => visits)).not.toContain(1);
    await add(300, 1);
    await expect.poll(async () => (await analytics.query(query)).totals.sessions).toBe(300);
    await add(200, 2);
    await expect.poll(async () => (await analytics.query(query)).totals.sessions).toBe(500);
  });

  test("compares two questions, each with its own filters", async () => {
    const [a, b] = [{ device: ["phone"] }, { device: ["desktop"] }].map((filters) => ({ ...query, filters }));
    const compared = await analytics.compare(a!, b!);
    expect(compared.a.totals.sessions).toBe((await analytics.query(a!)).totals.sessions);
    expect(compared.leads.b).toMatchObject({
      count: compared.b.totals.leads,
      of: compared.b.totals.sessions,
    });
    expect(compared.steps.map(({ node }) => node)).toContain("HasLawyer");
  });
});

test("a store that cannot be read is reported, and asked again at the next question", async () => {
  const analytics = analyticsOf("file:/dev/null/store.db");
  await expect(analytics.query({ variant: "c" })).rejects.toThrow(AnalyticsUnavailable);
  await expect(analytics.query({ variant: "c" })).rejects.toThrow(AnalyticsUnavailable);
  await analytics.stop();
});
