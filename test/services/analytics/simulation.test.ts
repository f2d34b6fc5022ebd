import { describe, expect, it } from "vitest";
import { variants } from "../../../machines/registry.ts";
import { passagesOf } from "../../../machines/visit/passages.ts";
import { dayCounter } from "../../../services/analytics/days.ts";
import { rollUp } from "../../../services/analytics/roller.ts";
import { simulate } from "../../../services/analytics/simulation/simulate.ts";

const day = dayCounter("America/New_York");
const until = Date.UTC(2026, 5, 15);
const visits = (code: string, sessions: number, seed = 5) => [
  ...simulate({ sessions, seed, variant: variants.get(code)!, days: 7, until, day }),
];

describe.each([...variants.keys()])("simulated visitors of %s", (code) => {
  it("walk the chart as their replayed logs do, steps remembered or not", () => {
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
  it("is the same for the same seed, and another for another", () => {
    expect(visits("c", 50)).toEqual(visits("c", 50));
    expect(visits("c", 50, 6)).not.toEqual(visits("c", 50));
  });

  it("has all that visits have: leads of both kinds, visitors who leave, go back, are refused, and failing services", () => {
    const all = visits("c", 1500).map(({ session }) => session);
    expect(new Set(all.map(({ result }) => result))).toEqual(new Set(["qualified", "disqualified", "open"]));
    const items = all.map(({ trace }) => trace.items).join(" ");
    for (const mark of [" ~", " -", "=checkEmail,timeout", "=lookUpZip,ok"]) expect(items).toContain(mark);
    expect(new Set(all.map(({ day: on }) => on)).size).toBeGreaterThan(5);
    expect(all.every(({ source, visitId }) => source.simulated && visitId === null)).toBe(true);
  });

  it("chooses from lists by chance, as from buttons", () => {
    const entries = visits("ticket", 60).flatMap(({ log }) => log);
    const states = entries.flatMap((entry) =>
      entry.kind === "answer" ? (entry.body.answers.ticket_state ?? []) : [],
    );
    expect(new Set(states).size).toBeGreaterThan(1);
  });
});
