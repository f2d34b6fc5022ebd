import { expect, test } from "vitest";
import { variants } from "../../../machines/registry.ts";
import { dayCounter } from "../../../services/analytics/days.ts";
import { numbersOf } from "../../../services/analytics/index/numbers.ts";
import { SessionIndex } from "../../../services/analytics/index/session-index.ts";
import { leaksOf, roughly } from "../../../services/analytics/leaks.ts";
import { simulate } from "../../../services/analytics/simulation/simulate.ts";
import { wilson } from "../../../services/statistics/exact.ts";
import { keptInMemory } from "./kept-in-memory.ts";
import { plainOf } from "./recount.ts";

const until = Date.UTC(2026, 5, 15);
const options = { sessions: 400, seed: 2, variant: variants.get("c")!, days: 14, until };

test("what places lose is what a plain count finds, the costliest first", async () => {
  const simulated = [...simulate({ ...options, day: dayCounter("UTC") })];
  // Some did something a moment ago: they are lost to no place.
  const sessions = simulated.map(({ session }, at) => ({ ...session, lastAt: at % 7 === 0 ? until : 0 }));
  const index = new SessionIndex();
  await index.refresh(keptInMemory(sessions));
  const leaks = leaksOf(numbersOf(index, { variant: "c", data: "simulated" }, until));
  const settled = sessions
    .map((session) => ({ ...plainOf(session), isUnderWay: session.result === "open" && session.lastAt > 0 }))
    .filter(({ isUnderWay }) => !isUnderWay);
  const places = [...new Set(settled.filter(({ result }) => result === "open").map(({ place }) => place))];
  expect(places.length).toBeGreaterThan(4);
  expect(leaks.map(({ node }) => node).sort()).toEqual(places.sort());
  for (const leak of leaks) {
    const came = settled.filter(
      ({ moves }) => leak.node === "start" || moves.some(({ to }) => to === leak.node),
    );
    const leftHere = came.filter(({ place, result }) => place === leak.node && result === "open");
    const on = came.filter((each) => !leftHere.includes(each));
    const qualified = on.filter(({ result }) => result === "qualified").length;
    const count = on.filter(({ result }) => result === "qualified" || result === "disqualified").length;
    expect([leak.left, leak.wentOn]).toEqual([leftHere.length, on.length]);
    if (on.length === 0) {
      expect([leak.conversion, leak.leads, leak.qualified]).toEqual([null, null, null]);
      continue;
    }
    const [low, high] = wilson({ count, of: on.length });
    expect(leak.conversion).toEqual({ about: count / on.length, low, high });
    expect(leak.leads!.about).toBeCloseTo((leftHere.length * count) / on.length);
    expect(leak.leads!.high).toBeCloseTo(leftHere.length * high);
    expect(leak.qualified!.about).toBeCloseTo((leftHere.length * qualified) / on.length);
  }
  const lost = leaks.map(({ leads }) => leads?.about ?? -1);
  expect(lost).toEqual(lost.toSorted((one, other) => other - one));
});

test("an estimate says two digits at most", () => {
  expect([0.4, 3.6, 12.34, 1_266, 98_765].map(roughly)).toEqual([0, 4, 12, 1_300, 99_000]);
});
