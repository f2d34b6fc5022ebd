import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { variants } from "../../../machines/registry.ts";
import {
  dwellClass,
  dwellClasses,
  isTooFast,
  packDwells,
  unpackDwells,
} from "../../../services/analytics/dwell.ts";
import { conditionsOf } from "../../../services/analytics/index/conditions.ts";
import { count } from "../../../services/analytics/index/count.ts";
import { numbersOf } from "../../../services/analytics/index/numbers.ts";
import { freshIndex, SessionIndex } from "../../../services/analytics/index/session-index.ts";
import { viewsSince } from "../../../services/analytics/index/views.ts";
import { leaksOf, roughly } from "../../../services/analytics/leaks.ts";
import { simulate } from "../../../services/analytics/simulation/simulate.ts";
import type { Filters } from "../../../services/analytics/types.ts";
import {
  dayBegins,
  dayCounter,
  dayNumber,
  dayText,
  momentOf,
  periodOf,
} from "../../../services/calendar/days.ts";
import { wilson } from "../../../services/statistics/exact.ts";
import { StoreUnavailable } from "../../../services/store/engine/failures.ts";
import type { AnalyticsSession } from "../../../services/store/rows.ts";
import { keptInMemory } from "./indexes.ts";
import { type Plain, passed, passesFilters, plainOf, recount, recounted } from "./recount.ts";

describe("the index", async () => {
  const day = dayCounter("America/New_York");
  const until = Date.UTC(2026, 5, 15);

  function simulated(code: string, sessions: number, seed = 1): AnalyticsSession[] {
    const variant = variants.get(code)!;
    return [...simulate({ sessions, seed, variant, days: 14, until, day })].map(({ session }) => session);
  }

  async function indexOf(sessions: readonly AnalyticsSession[]): Promise<SessionIndex> {
    const index = new SessionIndex();
    await index.refresh(keptInMemory(sessions));
    return index;
  }

  const some = <Value>(...values: Value[]) => fc.option(fc.subarray(values), { nil: undefined });
  const filters: fc.Arbitrary<Filters> = fc.record({
    from: fc.constantFrom(undefined, "2026-06-05"),
    to: fc.constantFrom(undefined, "2026-06-10"),
    affiliate: some("7", "12", "31"),
    offer: some("57", "61"),
    subId: some("ad-1", "ad-2", "ad-3"),
    device: some("phone", "desktop"),
    scripts: some("on", "off"),
    result: some("qualified" as const, "disqualified" as const, "open" as const),
    dqReason: some("", "have_attorney|yes"),
    flags: fc.record({ theme: fc.subarray(["default", "v3"]), socialProof: fc.subarray(["on", "off"]) }),
    with: some("HasLawyer", "WhenWasTheAccident->OtherDriversVehicleType"),
    without: some("IncidentDescription"),
    endingAt: some("thankYou", "NameAndEmail.asking"),
    except: some("affiliate", "device", "result", "dqReason", "flag.theme"),
    pace: fc.constantFrom(undefined, "people" as const, "fast" as const),
  });

  /** Every third visit, answered by a program: each move took one length of time, the last of them too long for one. */
  function someByPrograms(sessions: readonly AnalyticsSession[]): AnalyticsSession[] {
    return sessions.map((session, at) => {
      const moves = [...unpackDwells(session.dwells)];
      const ms = [60, 350, 700][(at % 9) % 4];
      return at % 3 > 0 || ms === undefined
        ? session
        : { ...session, dwells: packDwells(moves.map(() => dwellClass(ms))) };
    });
  }

  it("whatever is filtered, the numbers are those of a plain count", async () => {
    const sessions = someByPrograms([...simulated("c", 250), ...simulated("v4nv", 50)]);
    const index = await indexOf(sessions);
    const plain = sessions.map(plainOf).filter(({ source }) => source.variant === "c");
    fc.assert(
      fc.property(filters, (asked) => {
        const query = { variant: "c", data: "simulated" as const, filters: asked, paths: 1000 };
        const numbers = numbersOf(index, query, 0);
        expect(recounted(numbers)).toEqual(recount(plain.filter((each) => passesFilters(each, asked))));
        expect(numbers.conservation).toEqual({ holds: true, breaches: [] });
        const some = plain.filter((each) => passesFilters(each, asked));
        const all = plain.filter((each) => passesFilters(each, { ...asked, pace: undefined }));
        expect(numbers.setApart).toBe(asked.pace === "people" ? all.length - some.length : 0);
        const ofPhones = (each: Plain) => each.source.device === "phone";
        expect(numbers.choices.device.find(({ value }) => value === "phone")).toMatchObject({
          value: "phone",
          all: plain.filter(ofPhones).length,
          ...withoutVisits(passed(some, (each) => Number(ofPhones(each)))),
        });
        const inTest = (each: Plain) => each.source.flags.includes("theme:v3");
        expect(numbers.choices.flags.theme!.find(({ value }) => value === "v3")).toMatchObject({
          value: "v3",
          all: plain.filter(inTest).length,
          ...withoutVisits(passed(some, (each) => Number(inTest(each)))),
        });
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    [4, [1, 490, 490, 490], true],
    [4, [1, 560, 560, 560], false],
    [4, [1, 1, 1, 1_400], true],
    [3, [1, 1, 1], false],
    [9, [1, 400, 400, 400, 400, 400, 400, 400, 400], true],
  ])("%i answers after %j ms each are faster than anybody can: %s", (answers, gaps, isFast) => {
    expect(isTooFast(Uint8Array.from(gaps, dwellClass), answers)).toBe(isFast);
  });

  it("of more values than are listed the rest is summed, and what a filter leaves is listed", async () => {
    const many = simulated("c", 260).map((session, at) => ({
      ...session,
      source: { ...session.source, affiliate: `a${at}` },
    }));
    const index = await indexOf(many);
    const ask = (filters: Filters) => numbersOf(index, { variant: "c", data: "simulated", filters }, 0);
    const { choices, rest, totals } = ask({});
    expect([choices.affiliate.length, rest.affiliate!.values]).toEqual([200, 60]);
    const sum = choices.affiliate.reduce((all, { leads }) => all + leads, rest.affiliate!.leads);
    expect([sum, rest.affiliate!.sessions, rest.device]).toEqual([totals.leads, 60, undefined]);
    const [, , cut] = many.filter(
      ({ source }) => !choices.affiliate.some(({ value }) => value === source.affiliate),
    );
    const { affiliate } = cut!.source;
    expect(ask({ affiliate: [affiliate] }).choices.affiliate[0]).toMatchObject({
      value: affiliate,
      sessions: 1,
    });
  });

  it("of more sessions than are held the newest count, and the answer says so", async () => {
    const sessions = simulated("c", 100);
    let kept = keptInMemory(sessions.slice(0, 90));
    let time = 0;
    const store = {
      lastChange: () => kept.lastChange(),
      sessionsSince: (...asked: Parameters<typeof kept.sessionsSince>) => kept.sessionsSince(...asked),
      sourcesSince: (...asked: Parameters<typeof kept.sourcesSince>) => kept.sourcesSince(...asked),
      tracesSince: (...asked: Parameters<typeof kept.tracesSince>) => kept.tracesSince(...asked),
    };
    const fresh = freshIndex(store, () => time, { maxSessions: 40 });
    const figures = async () => {
      const { index, asOf } = await fresh();
      const { isPartial, totals } = numbersOf(index, { variant: "c", data: "simulated" }, asOf);
      return [isPartial, totals.sessions, asOf];
    };
    expect(await figures()).toEqual([true, 40, 0]);
    kept = keptInMemory(sessions);
    expect(await figures()).toEqual([true, 40, 0]);
    time = 1_000;
    expect(await figures()).toEqual([true, 50, 1_000]);
    time = 2_000;
    expect(await figures()).toEqual([true, 40, 2_000]);
  });

  it("a history that has gone back is read from its beginning", async () => {
    let kept = keptInMemory(simulated("c", 50));
    let time = 0;
    const store = new Proxy(kept, { get: (_, name) => Reflect.get(kept, name) });
    const fresh = freshIndex(store, () => time);
    const count = async () => {
      const { index, asOf } = await fresh();
      return numbersOf(index, { variant: "c", data: "simulated" }, asOf).totals.sessions;
    };
    expect(await count()).toBe(50);
    kept = keptInMemory(simulated("c", 30));
    time = 2_000;
    expect(await count()).toBe(30);
  });

  it("what cannot be read now is given as it was known, and marked when that is long ago", async () => {
    const sessions = keptInMemory(simulated("c", 30));
    let time = 0;
    let trouble: Error | undefined;
    let until: number | null = null;
    const fresh = freshIndex(sessions, () => time, {
      knownUntil: async () => {
        if (trouble) throw trouble;
        return until;
      },
    });
    const figures = async () => {
      const { index, asOf } = await fresh();
      const { isBehind, totals } = numbersOf(index, { variant: "c", data: "simulated" }, asOf, time);
      return [totals.sessions, asOf, isBehind];
    };
    trouble = new StoreUnavailable("away");
    await expect(figures()).rejects.toThrow("away");
    trouble = undefined;
    expect(await figures()).toEqual([30, 0, false]);
    time = 5_000;
    until = 4_000;
    expect(await Promise.all([figures(), figures()])).toEqual(Array(2).fill([30, 4_000, false]));
    trouble = new StoreUnavailable("away");
    time = 64_001;
    expect(await figures()).toEqual([30, 4_000, true]);
    trouble = new TypeError("our own mistake");
    time = 70_000;
    await expect(figures()).rejects.toThrow("our own mistake");
    trouble = undefined;
    until = null;
    time = 80_000;
    expect(await figures()).toEqual([30, 80_000, false]);
  });

  function withoutVisits({ visits, ...numbers }: ReturnType<typeof passed>) {
    return numbers;
  }

  it("who did something less than half an hour ago is under way, and has not left", async () => {
    const now = Date.UTC(2026, 5, 15, 12);
    const open = simulated("c", 400).filter(({ result }) => result === "open");
    const ago = (index: number) => now - (index % 2 === 0 ? 29 : 31) * 60_000;
    const index = new SessionIndex();
    await index.refresh(keptInMemory(open.map((session, at) => ({ ...session, lastAt: ago(at) }))));
    const ask = (asked: Filters, at: number) =>
      numbersOf(index, { variant: "c", data: "simulated", filters: asked }, at);
    const { totals, nodes } = ask({}, now);
    const half = Math.ceil(open.length / 2);
    expect([totals.underWay, totals.open]).toEqual([half, open.length - half]);
    for (const { sessions, stillThere, underWay, dropOff } of nodes.filter((node) => node.stillThere > 0)) {
      expect(dropOff).toBeCloseTo((stillThere - underWay) / Math.max(1, sessions - underWay), 10);
    }
    expect(nodes.reduce((sum, { underWay }) => sum + underWay, 0)).toBe(half);
    expect(ask({ result: ["underWay"] }, now).totals.sessions).toBe(half);
    // Two minutes later everybody has settled.
    expect(ask({}, now + 2 * 60_000).totals.underWay).toBe(0);
  });
});

describe("timing", async () => {
  const day = dayCounter("America/New_York");
  const given = {
    sessions: 100,
    seed: 1,
    variant: variants.get("c")!,
    days: 14,
    until: Date.UTC(2026, 5, 15),
  };
  const sessions = [...simulate({ ...given, day })].map(({ session }) => session);
  const index = new SessionIndex();
  await index.refresh(keptInMemory(sessions));
  const conditions = conditionsOf(index, "c", "simulated", {}, 0);
  const since = viewsSince(index, undefined);

  it.each([
    [1_000, 1],
    [100, 1],
    [99, 2],
    [16, 8],
    [1, 128],
  ])("of at most %s timed sessions every %sth is timed, and all are counted", (most, every) => {
    const {
      sessions: counted,
      byTrace,
      dwells,
      timedEvery,
    } = count(index, index.ofVariant("c"), conditions, since, most);
    expect([counted, byTrace.reduce((sum, each) => sum + each, 0), timedEvery]).toEqual([100, 100, every]);
    const byClass = Array<number>(dwellClasses).fill(0);
    for (const [at, { dwells: packed }] of sessions.entries())
      if (at % every === 0) for (const dwell of unpackDwells(packed)) byClass[dwell]!++;
    const found = byClass.map((_, each) =>
      dwells.reduce((sum, n, at) => sum + (at % dwellClasses === each ? n : 0), 0),
    );
    expect(found).toEqual(byClass);
  });
});

describe("leaks", () => {
  const until = Date.UTC(2026, 5, 15);
  const options = { sessions: 400, seed: 2, variant: variants.get("c")!, days: 14, until };

  it("what places lose is what a plain count finds, the costliest first", async () => {
    const simulated = [...simulate({ ...options, day: dayCounter("UTC") })];
    // Some did something a moment ago: they are lost to no place.
    const sessions = simulated.map(({ session }, at) => ({ ...session, lastAt: at % 7 === 0 ? until : 0 }));
    const index = new SessionIndex();
    await index.refresh(keptInMemory(sessions));
    const leaks = leaksOf(numbersOf(index, { variant: "c", data: "simulated" }, until));
    const settled = sessions
      .map((session) => ({
        ...plainOf(session),
        isUnderWay: session.result === "open" && session.lastAt > 0,
      }))
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

  it("an estimate says two digits at most", () => {
    expect([0.4, 3.6, 12.34, 1_266, 98_765].map(roughly)).toEqual([0, 4, 12, 1_300, 99_000]);
  });
});

it.each([
  ["UTC", "2026-06-15", "2026-06-15T00:00:00.000Z", 24],
  ["America/New_York", "2026-11-01", "2026-11-01T04:00:00.000Z", 25],
  ["America/Los_Angeles", "2027-03-14", "2027-03-14T08:00:00.000Z", 23],
  ["America/Los_Angeles", "2026-11-30", "2026-11-30T08:00:00.000Z", 24],
  ["Asia/Kathmandu", "2026-06-16", "2026-06-15T18:15:00.000Z", 24],
  ["Asia/Beirut", "2026-10-24", "2026-10-23T21:00:00.000Z", 25],
  ["Pacific/Kiritimati", "2028-02-29", "2028-02-28T10:00:00.000Z", 24],
  ["Etc/GMT+12", "2028-02-29", "2028-02-29T12:00:00.000Z", 24],
  ["Pacific/Apia", "2011-12-30", "2011-12-30T10:00:00.000Z", 0],
])("in %s %s begins at %s and has %i hours", (zone, text, began, hours) => {
  const [begins, ends] = [dayBegins(dayNumber(text), zone), dayBegins(dayNumber(text) + 1, zone)];
  expect([new Date(begins).toISOString(), (ends - begins) / 3_600_000]).toEqual([began, hours]);
  expect(momentOf(text, zone)).toBe(begins);
  if (hours === 0) return;
  const dayOf = dayCounter(zone);
  expect([begins - 1, begins, ends - 1, ends].map((at) => dayText(dayOf(at)))).toEqual(
    [-1, 0, 0, 1].map((more) => dayText(dayNumber(text) + more)),
  );
});

it.each(["2026-02-29", "2026-02-30", "2026-13-01", "2026-1-1", "2026-01-31x", "", "2026-02-30T08:00:00Z"])(
  "%j is no day",
  (text) =>
    expect([dayNumber(text), momentOf(text, "UTC"), periodOf(text, text, "UTC")]).toEqual([
      NaN,
      NaN,
      undefined,
    ]),
);
