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
import {
  dayBegins,
  dayCounter,
  dayNumber,
  dayText,
  momentOf,
  periodOf,
} from "../../../services/calendar/days.ts";
import { conditionsOf } from "../../../services/features/numbers/index/conditions.ts";
import { count } from "../../../services/features/numbers/index/count.ts";
import { numbersOf } from "../../../services/features/numbers/index/numbers.ts";
import { freshIndex, SessionIndex } from "../../../services/features/numbers/index/session-index.ts";
import { viewsSince } from "../../../services/features/numbers/index/views.ts";
import { leaksOf, roughly } from "../../../services/features/numbers/leaks.ts";
import { simulate } from "../../../services/features/numbers/simulation/simulate.ts";
import { wilson } from "../../../services/features/numbers/statistics/exact.ts";
import type { Filters } from "../../../services/features/numbers/types.ts";
import { StoreUnavailable } from "../../../services/store/engine/failures.ts";
import type { AnalyticsSession } from "../../../services/store/rows.ts";
import { keptInMemory } from "./indexes.ts";
import { cameBy, type Plain, passed, passesFilters, plainOf, recount, recounted } from "./recount.ts";

/** A session whose last activity was at a time, and which began by as much earlier as it took. */
function endedAt(session: AnalyticsSession, lastAt: number) {
  const took = plainOf(session).moves.reduce((sum, { ms }) => sum + ms, 0);
  return { ...session, lastAt, hour: Math.floor((lastAt - took) / 3_600_000) };
}

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

  /** The share of a transition by visits: of those that came to its source by then, and left it by that. */
  function shareOf(sessions: readonly Plain[], id: string, source: string, until: number): number {
    const came = sessions.flatMap((session) => {
      const { moves, lastAt } = session;
      const all = [{ to: "start" }, ...moves];
      return all.flatMap(({ to }, at) => {
        const later = moves.slice(at).reduce((sum, { ms }) => sum + ms, 0);
        const isInTime = lastAt === undefined || lastAt - later <= until;
        return to === source && isInTime ? [moves[at]] : [];
      });
    });
    const took = came.filter((next) => next && !next.isJump && `${next.from}->${next.to}` === id);
    return took.length / came.length;
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

  it("under any filter, the numbers equal a plain count, and rates cover sessions that began half an hour ago", async () => {
    const settled = until - 30 * 60_000;
    // Half of them were active in the last forty minutes, so that some came to one step in time and to the next too late.
    const sessions = someByPrograms([...simulated("c", 250), ...simulated("v4nv", 50)]).map((session, at) =>
      at % 2 === 0 ? session : endedAt(session, until - ((at * 7) % 40) * 60_000),
    );
    const index = await indexOf(sessions);
    const plain = sessions
      .map((session) => {
        const isUnderWay =
          session.result === "open" && "lastAt" in session && Number(session.lastAt) > settled;
        return plainOf(isUnderWay ? { ...session, result: "underWay" } : session);
      })
      .filter(({ source }) => source.variant === "c");
    fc.assert(
      fc.property(filters, (asked) => {
        const query = { variant: "c", data: "simulated" as const, filters: asked, paths: 1000 };
        const numbers = numbersOf(index, query, until);
        const counted = plain.filter((each) => passesFilters(each, asked));
        expect(recounted(numbers)).toEqual(recount(counted, settled + 59_999));
        const inTime = counted.filter((each) => cameBy(each, "start", settled + 59_999));
        const { visits: _, ...rated } = passed(inTime, () => 1);
        expect(numbers.rated).toMatchObject(rated);
        expect(numbers.waiting?.sessions ?? 0).toBe(counted.length - inTime.length);
        const shares = numbers.edges.filter(({ share }) => share !== null);
        for (const { id, source } of shares.filter(({ isModelled }) => isModelled))
          expect(shareOf(counted, id, source, settled + 59_999), id).toBeCloseTo(
            numbers.edges.find((edge) => edge.id === id)!.share!,
            10,
          );
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

  it("values beyond those listed are summed, and values in a filter are always listed", async () => {
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

  it("if not all sessions fit, the newest count, and the answer says so", async () => {
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

  it("a history that was rolled back is read again from its beginning", async () => {
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

  it("when the store cannot be read the last known numbers are given, and marked when old", async () => {
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

  it("a visitor who acted less than half an hour ago is under way, and has not left", async () => {
    const now = Date.UTC(2026, 5, 15, 12);
    const open = simulated("c", 400).filter(({ result }) => result === "open");
    const ago = (index: number) => now - (index % 2 === 0 ? 29 : 31) * 60_000;
    const index = new SessionIndex();
    await index.refresh(keptInMemory(open.map((session, at) => endedAt(session, ago(at)))));
    const ask = (asked: Filters, at: number) =>
      numbersOf(index, { variant: "c", data: "simulated", filters: asked }, at);
    const { totals, nodes } = ask({}, now);
    const half = Math.ceil(open.length / 2);
    expect([totals.underWay, totals.open]).toEqual([half, open.length - half]);
    for (const { rated, left } of nodes) expect(rated.left).toBe(left);
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

  it("losses at places equal a plain count, the costliest first", async () => {
    const simulated = [...simulate({ ...options, day: dayCounter("UTC") })];
    // Some came a moment ago: they are lost at no place, and have not continued from any.
    const sessions = simulated.map(({ session }, at) =>
      at % 7 === 0 ? endedAt(session, until - (at % 40) * 60_000) : session,
    );
    const settled = until - 30 * 60_000 + 59_999;
    const index = new SessionIndex();
    await index.refresh(keptInMemory(sessions));
    const leaks = leaksOf(numbersOf(index, { variant: "c", data: "simulated" }, until));
    const all = sessions.map((session) => plainOf(session));
    const leftAt = (place: string) =>
      all.filter((each) => each.place === place && each.result === "open" && cameBy(each, place, settled));
    const places = [...new Set(all.map(({ place }) => place))].filter((place) => leftAt(place).length > 0);
    expect(places.length).toBeGreaterThan(4);
    expect(leaks.map(({ node }) => node).sort()).toEqual(places.sort());
    for (const leak of leaks) {
      const came = all.filter((each) => cameBy(each, leak.node, settled));
      const leftHere = leftAt(leak.node);
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

  it("an estimate has two significant digits at most", () => {
    expect([0.4, 3.6, 12.34, 1_266, 98_765].map(roughly)).toEqual([0, 4, 12, 1_300, 99_000]);
  });
});

describe("the days of a time zone", () => {
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
  ])("a day in %s, %s, begins at %s and has %i hours", (zone, text, began, hours) => {
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
    "the text %j is no day",
    (text) =>
      expect([dayNumber(text), momentOf(text, "UTC"), periodOf(text, text, "UTC")]).toEqual([
        NaN,
        NaN,
        undefined,
      ]),
  );
});
