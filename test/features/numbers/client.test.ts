import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { passagesOf } from "../../../machines/graph/passages.ts";
import { variants } from "../../../machines/registry.ts";
import { rollUp } from "../../../services/analytics/roller.ts";
import { dayCounter } from "../../../services/calendar/days.ts";
import {
  type Analytics,
  AnalyticsUnavailable,
  analyticsOf,
  warmUp,
} from "../../../services/features/numbers/client.ts";
import { simulate } from "../../../services/features/numbers/simulation/simulate.ts";
import type { Store } from "../../../services/store/store.ts";
import { type DatabaseServer, databases, storeAt } from "../../support/databases.ts";
import { sqlOn } from "../../support/store-reader.ts";

describe("the client", () => {
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
      store = await storeAt(url, { now: () => until, hashKey: "k" });
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

    it("answers before there is any data, and adds what comes", async () => {
      const { totals, days, happyPath, nodes } = await analytics.query(query);
      expect(totals).toMatchObject({ sessions: 0, leads: 0 });
      expect([days, happyPath]).toEqual([null, null]);
      expect(nodes.map(({ visits }) => visits)).not.toContain(1);
      await add(300, 1);
      await expect.poll(async () => (await analytics.query(query)).totals.sessions).toBe(300);
      await add(200, 2);
      await expect.poll(async () => (await analytics.query(query)).totals.sessions).toBe(500);
    });

    it("compares two questions, each with its own filters", async () => {
      const [a, b] = [{ device: ["phone"] }, { device: ["desktop"] }].map((filters) => ({
        ...query,
        filters,
      }));
      const compared = await analytics.compare(a!, b!);
      expect(compared.a.totals.sessions).toBe((await analytics.query(a!)).totals.sessions);
      expect(compared.leads.b).toMatchObject({
        count: compared.b.totals.leads,
        of: compared.b.totals.sessions,
      });
      expect(compared.steps.map(({ node }) => node)).toContain("HasLawyer");
    });
  });

  it("with many sessions the first question after a start is as quick as the next, once they are loaded in the background", async () => {
    const server = await databases[0].start();
    const url = await server.freshUrl();
    const store = await storeAt(url, { now: () => until, hashKey: "k" });
    const simulation = { sessions: 400, seed: 1, variant: variants.get("c")!, days: 10, until, day };
    await store.analytics.add([...simulate(simulation)].map(({ session }) => session));
    const columns = "source_id, trace_id, day, hour, result, dq_reason, dwells";
    for (let doubled = 0; doubled < 6; doubled++)
      await sqlOn(
        url,
        `insert into analytics_sessions (id, change, ${columns})
           select id + (select max(id) from analytics_sessions), change + (select max(change) from analytics_sessions), ${columns}
             from analytics_sessions`,
      );
    const firstOf = async (isWarmed: boolean) => {
      const analytics = analyticsOf(url);
      if (isWarmed) await warmUp(store.numbers, analytics);
      const began = performance.now();
      const { totals } = await analytics.query({ variant: "c", data: "simulated" });
      const took = performance.now() - began;
      await analytics.stop();
      expect(totals.sessions).toBe(25_600);
      return took;
    };
    const cold = await firstOf(false);
    expect((await firstOf(true)) / cold).toBeLessThan(0.5);
    await store.close();
    await server.stop();
  });

  it("an unreadable store is reported, and read again at the next question", async () => {
    const analytics = analyticsOf("file:/dev/null/store.db");
    await expect(analytics.query({ variant: "c" })).rejects.toThrow(AnalyticsUnavailable);
    await expect(analytics.query({ variant: "c" })).rejects.toThrow(AnalyticsUnavailable);
    await analytics.stop();
  });
});

describe("the simulation", () => {
  const day = dayCounter("America/New_York");
  const until = Date.UTC(2026, 5, 15);
  const visits = (code: string, sessions: number, seed = 5) => [
    ...simulate({ sessions, seed, variant: variants.get(code)!, days: 7, until, day }),
  ];

  describe.each([...variants.keys()])("simulated visitors of %s", (code) => {
    it("walk the chart as their replayed logs do, with and without remembered steps", () => {
      const entries = Object.entries(variants.get(code)!.entries);
      for (const { log, session } of visits(code, 12)) {
        const rolled = rollUp(
          {
            id: "v",
            sessionId: "s",
            variant: code,
            machineVersion: session.source.version,
            createdAt: 0,
            updatedAt: 0,
            leadId: null,
            entries: log.map((entry, seq) => ({ ...entry, seq })),
            lead: null,
          },
          { settings: {}, day },
        )!;
        expect(rolled.trace).toEqual(session.trace);
        expect(rolled.dwells).toBe(session.dwells);
        expect(rolled.day).toBe(session.day);
        expect(rolled.source).toEqual({ ...session.source, simulated: false, scripts: "off" });
        const [path, defaults] = entries.find(([known]) => known === session.source.path)!;
        const passed = passagesOf({ path, variant: variants.get(code)!, defaults }, log);
        expect(passed.filter(({ kind }) => kind === "unmatched")).toEqual([]);
      }
    });
  });

  describe("simulated traffic", () => {
    it("has all that visits have: both kinds of leads, drop-offs, Back, refusals and failing services", () => {
      const all = visits("c", 1500).map(({ session }) => session);
      expect(new Set(all.map(({ result }) => result))).toEqual(
        new Set(["qualified", "disqualified", "open"]),
      );
      const items = all.map(({ trace }) => trace.items).join(" ");
      for (const mark of [" ~", " -", "=checkEmail,timeout", "=lookUpZip,ok"]) expect(items).toContain(mark);
      expect(new Set(all.map(({ day: on }) => on)).size).toBeGreaterThan(5);
      expect(all.every(({ source, visitId }) => source.simulated && visitId === null)).toBe(true);
    });

    it("picks list options at random, like buttons", () => {
      const entries = visits("ticket", 60).flatMap(({ log }) => log);
      const states = entries.flatMap((entry) =>
        entry.kind === "answer" ? (entry.body.answers.ticket_state ?? []) : [],
      );
      expect(new Set(states).size).toBeGreaterThan(1);
    });
  });
});
