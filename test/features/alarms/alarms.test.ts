import { beforeEach, describe, expect, it } from "vitest";
import { dayCounter } from "../../../services/calendar/days.ts";
import { decisionOn } from "../../../services/features/alarms/decide.ts";
import { fitOf } from "../../../services/features/alarms/fit.ts";
import { checkOnce, tallyOf } from "../../../services/features/alarms/job.ts";
import { type HourCounts, historyOf, weekHours } from "../../../services/features/alarms/series.ts";
import type { Alarm } from "../../../services/features/alarms/tables.ts";
import { watchOf } from "../../../services/features/alarms/watch.ts";
import {
  countAtMost,
  incompleteBeta,
  shareAtLeast,
  shareAtMost,
} from "../../../services/features/numbers/statistics/exact.ts";
import { silentLog } from "../../../services/observe/log.ts";
import type { SentAlarm } from "../../../services/providers/ports.ts";
import { sqlitePath } from "../../../services/store/engine/sqlite-file.ts";
import type { AnalyticsSession, AnalyticsSource } from "../../../services/store/rows.ts";
import type { Store } from "../../../services/store/store.ts";
import { databases, freshStore, sqlite, twoStores } from "../../support/databases.ts";
import { holds } from "../../support/holds.ts";
import { aVisit } from "../../support/submissions.ts";
import { plantHours, usualHour } from "./planted-hours.ts";

describe("the arithmetic", () => {
  const days = 56;
  const hours = days * 24;
  const eachHour = (value: (hour: number) => number) =>
    Float64Array.from({ length: hours }, (_, at) => value(at));

  /** One series alone: 20 events on the first day and one more ten days later, by the hour. */
  const growing = {
    hits: eachHour((hour) => 20 + Math.floor(hour / 24) / 10),
    tries: eachHour(() => 0),
    exposure: eachHour(() => 1),
    hourOfWeek: Uint8Array.from({ length: hours }, (_, hour) => hour % 168),
    isShare: false,
  };

  it("a series that grows evenly has no shape: a day's level is the average of a week on either side", () => {
    const { shape } = fitOf(growing, hours);
    const average = shape.reduce((sum, each) => sum + each, 0) / shape.length;
    expect(average).toBeCloseTo(1, 4);
  });

  it("what is expected of a day is the average of the fourteen days before it, and counts their events", () => {
    const { expected, events, shape } = fitOf(growing, hours);
    const hour = 40 * 24;
    // The days 26 to 39.
    expect(expected[hour]! / shape[hour % 168]!).toBeCloseTo(20 + (26 + 39) / 2 / 10, 2);
    expect(expected[13 * 24]).toBe(0);
    expect(expected[14 * 24]! / shape[0]!).toBeCloseTo(20 + 13 / 2 / 10, 2);
    expect(events).toBeCloseTo(14 * 24 * (20 + (42 + 55) / 2 / 10), 0);
  });

  /** The reference: the probabilities summed one by one. */
  function negativeBinomial(seen: number, mean: number, excess: number): number {
    const size = 1 / excess;
    const rate = size / (size + mean);
    let [each, sum] = [rate ** size, 0];
    for (let k = 0; k <= seen; k++) {
      sum += each;
      each *= ((k + size) / (k + 1)) * (1 - rate);
    }
    return sum;
  }

  function binomial(seen: number, of: number, rate: number): number {
    let [each, sum] = [(1 - rate) ** of, 0];
    for (let k = 0; k <= seen; k++) {
      sum += each;
      each *= ((of - k) / (k + 1)) * (rate / (1 - rate));
    }
    return sum;
  }

  it.each([
    [0, 5, 0.1],
    [3, 14, 0.05],
    [40, 60, 0.02],
    [70, 60, 0.5],
  ])(
    "the probability of at most %i where %i are expected is that of a negative binomial",
    (seen, mean, excess) => {
      expect(countAtMost(seen, mean, excess) / negativeBinomial(seen, mean, excess)).toBeCloseTo(1, 6);
    },
  );

  it.each([
    [0, 10, 0.3],
    [4, 40, 0.35],
    [30, 100, 0.2],
  ])(
    "the probabilities of at most %i of %i, and of more, are binomial without extra spread",
    (seen, of, rate) => {
      expect(shareAtMost(seen, of, rate, 1) / binomial(seen, of, rate)).toBeCloseTo(1, 6);
      expect(shareAtLeast(seen + 1, of, rate, 1) + shareAtMost(seen, of, rate, 1)).toBeCloseTo(1, 6);
    },
  );

  it("more spread makes the same count likelier", () => {
    expect(shareAtMost(4, 40, 0.35, 2)).toBeGreaterThan(2 * shareAtMost(4, 40, 0.35, 1));
    expect(countAtMost(3, 14, 0.2)).toBeGreaterThan(2 * countAtMost(3, 14, 0.05));
  });

  it("probabilities at the ends of the range are exactly 0 and 1", () => {
    expect([incompleteBeta(0, 2, 3), incompleteBeta(1, 2, 3)]).toEqual([0, 1]);
    expect([shareAtMost(5, 5, 0.4, 1), shareAtLeast(0, 5, 0.4, 1)]).toEqual([1, 1]);
  });

  const visit = {
    variant: "c",
    affiliate: "7",
    place: "AtFault",
    items: ">AtFault",
    isLead: false,
    isLeft: false,
  };

  it("only the 2,000 busiest sources of an hour are kept", () => {
    const ended = Array.from({ length: 2_100 }, (_, at) => ({ ...visit, affiliate: `x${at}`, count: 1 }));
    const counts = tallyOf([...ended, { ...visit, count: 5 }]);
    const sources = Object.keys(counts).filter((series) => series.startsWith("source:"));
    expect([sources.length, counts["source:c/7"], counts["site:"]]).toEqual([2_000, [0, 5], [0, 2_105]]);
  });

  it("a visit counts once for its site, survey, source, each question and each service call", () => {
    const items = ">AtFault >Zip =zipLookup,timeout ~AtFault >Zip =zipLookup,ok >Done";
    expect(
      tallyOf([
        { ...visit, items, place: "Done", isLead: true, count: 2 },
        { ...visit, isLeft: true, count: 3 },
        { ...visit, affiliate: "", count: 1 },
      ]),
    ).toEqual({
      "site:": [2, 6],
      "survey:c": [2, 6],
      "source:c/7": [2, 5],
      "source:c/": [0, 1],
      "place:c/AtFault": [3, 6],
      "place:c/Zip": [0, 2],
      "place:c/Done": [0, 2],
      "service:zipLookup": [2, 4],
    });
  });
});

describe("decisions", () => {
  const hours = 8 * 168;
  const first = 490_000;

  async function decisionWith(
    last: HourCounts,
    known: { open?: Alarm[]; recent?: Alarm[] } = {},
    long = hours,
  ) {
    const counted = Array.from({ length: long }, (_, at) => {
      const hour = first + hours - long + at;
      return { hour, counts: at === long - 1 ? { ...usualHour(hour), ...last } : usualHour(hour) };
    });
    const history = historyOf(counted, (hour) => hour % 168);
    let id = 0;
    return decisionOn({
      history,
      watch: await watchOf(history, Math.max(0, long - 24)),
      open: known.open ?? [],
      recent: known.recent ?? [],
      falsePerMonth: 1,
      destinations: ["ops", "chat"],
      at: 5,
      newId: () => `n${++id}`,
      page: "https://www.example.com/graphs/alarms",
      timeZone: "UTC",
    });
  }

  const now = first + hours - 1;
  const anAlarm = (given: Partial<Alarm>): Alarm => ({
    id: "a",
    series: "site:",
    aspect: "leads",
    beganHour: now - 3,
    noticedHour: now - 2,
    endedHour: null,
    seen: 0,
    tries: 0,
    expected: 50,
    low: 40,
    high: 60,
    chance: 1e-9,
    messageId: "m",
    ...given,
  });
  const outage: HourCounts = { "source:c/7": [0, 0] };

  it("after six messages in a day, new alarms are listed but not sent", holds("T135"), async () => {
    const recent = [1, 2, 3, 4, 5, 6].map((each) =>
      anAlarm({ id: `a${each}`, series: `survey:s${each}`, messageId: `m${each}`, endedHour: now - 1 }),
    );
    expect((await decisionWith(outage, { recent: recent.slice(1) })).notices).toHaveLength(2);
    const { began, notices } = await decisionWith(outage, { recent });
    expect([began.map(({ series, messageId }) => [series, messageId]), notices]).toEqual([
      [["source:c/7", null]],
      [],
    ]);
  });

  it("during an announced drop of the whole site only failing services are announced", async () => {
    const open = [anAlarm({})];
    const low: HourCounts = { "site:": [3, 200] };
    expect((await decisionWith({ ...low, ...outage }, { open })).notices).toEqual([]);
    const broken = await decisionWith({ ...low, "service:emailCheck": [40, 80] }, { open });
    expect(JSON.parse(broken.notices[0]!.body).subject).toBe("More calls fail: the service emailCheck");
  });

  it("one message announces the end, once all alarms of the first message are back to normal", async () => {
    const both = [anAlarm({}), anAlarm({ id: "b", series: "source:c/7" })];
    const { ended, notices } = await decisionWith({}, { open: both, recent: both });
    expect([ended, notices.map(({ id }) => id)]).toEqual([
      ["a", "b"],
      ["m.ended.ops", "m.ended.chat"],
    ]);
    const half = await decisionWith(outage, { open: both, recent: both });
    expect([half.ended, half.notices]).toEqual([["a"], []]);
  });

  it("an alarm whose series has become too small to watch ends without a message", async () => {
    const open = [anAlarm({ series: "source:c/gone" })];
    const { ended, notices } = await decisionWith({}, { open, recent: open });
    expect([ended, notices]).toEqual([["a"], []]);
  });

  it("made-up sources take up no memory, however many there are", holds("T135"), () => {
    const madeUp = Array.from({ length: 50 }, (_, at) => [`source:c/x${at}`, [0, 1]] as const);
    const counted = [0, 1].map((hour) => ({
      hour,
      counts: { ...usualHour(hour), ...Object.fromEntries(madeUp) },
    }));
    const { counts } = historyOf(counted as never, (hour) => hour);
    expect([...counts.keys()].filter((series) => series.includes("/x"))).toEqual([]);
    expect(counts.has("site:")).toBe(true);
  });

  it("a history of less than three weeks raises no alarm", async () => {
    expect((await decisionWith(outage, {}, 20 * 24 + 23)).began).toEqual([]);
    expect((await decisionWith(outage, {}, 22 * 24 + 24)).began).toHaveLength(1);
  });

  it("hours of the week follow the time zone, daylight saving time included", () => {
    const hourOf = weekHours("America/New_York");
    const at = (iso: string) => Date.parse(iso) / 3_600_000;
    expect(hourOf(at("2026-11-22T05:00Z"))).toBe(0);
    expect(hourOf(at("2026-06-14T04:00Z"))).toBe(0);
    expect(hourOf(at("2026-11-24T15:00Z"))).toBe(2 * 24 + 10);
  });
});

describe("the job", () => {
  const hourMs = 3_600_000;
  const last = 490_000;

  const on = freshStore(sqlite.start, { now: () => now });
  let file: string;
  let store: Store;
  let now = 0;
  let sent: SentAlarm[];
  let isBroken: boolean;

  beforeEach(() => {
    [file, store] = [sqlitePath(on.url), on.store];
    now = (last + 1) * hourMs + 33 * 60_000;
    [sent, isBroken] = [[], false];
  });

  const optionsFor = (sinks = ["ops"], whileSending = async () => {}) => ({
    store,
    sinks: sinks.map((name) => ({
      name,
      async send(alarm: SentAlarm) {
        if (isBroken) throw new Error("away");
        sent.push(alarm);
        await whileSending();
      },
    })),
    settings: { siteOrigin: "https://www.example.com", siteTimeZone: "America/New_York" },
    falsePerMonth: 1,
    now: () => now,
    log: silentLog,
  });
  const check = (sinks?: string[], whileSending?: () => Promise<void>) =>
    checkOnce(optionsFor(sinks, whileSending));
  const hour = (hits: HourCounts) => ({ ...usualHour(last), ...hits });

  it("an ordinary hour raises no alarm, and an hour is judged once", async () => {
    plantHours(file, last);
    await check();
    await check();
    expect([sent, await store.alarms.open()]).toEqual([[], []]);
    expect(await store.alarms.newestHour()).toEqual({ hour: last, isDecided: true });
  });

  it("alarms that begin in the same hour share one message, the likely cause first", async () => {
    plantHours(file, last, hour({ "site:": [3, 200], "survey:c": [3, 200], "service:emailCheck": [40, 80] }));
    await check();
    expect(sent.map(({ subject }) => subject)).toEqual([
      "More calls fail: the service emailCheck and 4 more",
    ]);
    const lines = sent[0]!.text.split("\n");
    expect(lines).toHaveLength(6);
    expect(lines[1]).toMatch(
      /^Fewer leads from the whole site: 3 in an hour, usually 7\d \(\d\d to \d\d\)\.$/,
    );
  });

  it("two processes that judge the same hour send one message", async () => {
    plantHours(file, last, hour({ "source:c/7": [0, 0] }));
    await Promise.all([check(), check()]);
    expect(sent).toHaveLength(1);
  });

  it("a message that could not be sent is sent later, with the same id", async () => {
    plantHours(file, last, hour({ "source:c/7": [0, 0] }));
    isBroken = true;
    await check();
    const notice = await store.notices.claim({
      since: 0,
      freeAt: now + 3 * 60_000,
      lockedUntil: now + 3 * 60_000,
    });
    isBroken = false;
    await check();
    expect(sent).toEqual([]);
    now += 4 * 60_000;
    await check();
    await check();
    expect(sent.map(({ id }) => id)).toEqual([notice!.id]);
  });

  it("a message is claimed only when its turn comes, so slow destinations before it cause no second sending", async () => {
    plantHours(file, last, hour({ "source:c/7": [0, 0] }));
    const names = ["slow", "slower", "ops"];
    await check(names, async () => {
      now += 90_000;
      await check(names);
    });
    expect(sent).toHaveLength(names.length);
  });

  it("a series whose alarm comes and goes is announced once a day", holds("T135"), async () => {
    for (let round = 0; round < 24; round++) {
      const at = last + round;
      now = (at + 1) * hourMs + 33 * 60_000;
      const counts = usualHour(at);
      if (round % 4 === 0) counts["source:c/7"] = [0, 0];
      plantHours(file, at, counts);
      await check();
    }
    const began = (await store.alarms.list({ since: 0, limit: 100 })).filter(({ messageId }) => messageId);
    expect(sent.filter((each) => each.began)).toHaveLength(1);
    expect(new Set(began.map(({ messageId }) => messageId)).size).toBe(1);
  });

  const aSource: AnalyticsSource = {
    variant: "c",
    path: "/survey/c",
    offer: "57",
    affiliate: "7",
    subId: "",
    version: "1",
    device: "phone",
    language: "en",
    flags: "",
    scripts: "on",
    simulated: false,
  };

  it("before visits were erased, hours are counted by when visits began, so that a site is watched from its first day", async () => {
    const weeks = 4;
    const [first, days] = [last - weeks * 168, dayCounter("America/New_York")];
    const sessions = (hour: number): AnalyticsSession[] =>
      Array.from({ length: 20 }, (_, at): AnalyticsSession => {
        const [isLead, affiliate] = [at < 10, at % 2 ? "7" : "9"];
        return {
          visitId: null,
          day: days(hour * hourMs),
          hour,
          dqReason: "",
          dwells: "",
          source: { ...aSource, affiliate },
          trace: { variant: "c", items: ">AtFault =emailCheck,ok", place: isLead ? "thankYou" : "AtFault" },
          result: isLead ? "qualified" : "open",
        };
      });
    const simulated = { ...sessions(first + 5)[0]!, source: { ...aSource, simulated: true } };
    // Visitors who came last are still stored.
    now -= 2 * hourMs;
    await store.visits.append(aVisit(), 0, [{ kind: "answer", body: {}, at: now }]);
    now += 2 * hourMs;
    const all = Array.from({ length: weeks * 168 }, (_, at) => sessions(first + at)).flat();
    await store.analytics.add([...all, simulated]);
    await check([]);
    const [one, other] = await store.alarms.hoursFrom(0, 2);
    expect(one!.hour).toBe(first);
    expect(JSON.parse(one!.counts)).toEqual({
      "site:": [10, 20],
      "survey:c": [10, 20],
      "source:c/7": [5, 10],
      "source:c/9": [5, 10],
      "place:c/AtFault": [10, 20],
      "service:emailCheck": [0, 20],
    });
    expect(other!.hour).toBe(first + 1);
    // Nobody came in the last hour, which is an alarm even without a receiver for it.
    expect(await store.alarms.newestHour()).toEqual({ hour: last, isDecided: true });
    expect((await store.alarms.open()).map(({ series }) => series)).toContain("site:");
  });

  it("hours without a row are counted from the stored visits", async () => {
    await check();
    expect(await store.alarms.newestHour()).toBeUndefined();
    await store.visits.append(aVisit(), 0, [{ kind: "answer", body: {}, at: now }]);
    now += hourMs;
    await check();
    expect(await store.alarms.hoursFrom(0, 10)).toEqual([{ hour: last + 1, counts: "{}" }]);
  });
});

describe.each(databases)("an hour on $name", ({ start }) => {
  const on = twoStores(start, () => 1);

  it("is decided by one process", async () => {
    const { stores } = on;
    expect(await stores[0]!.alarms.firstHour(), "nothing has been counted yet").toBeUndefined();
    for (const { alarms } of stores) await alarms.keepHour({ hour: 5, counts: "{}" }, true);
    expect(await stores[0]!.alarms.firstHour()).toBe(5);
    const decided = stores.map(({ alarms }) => alarms.decide(5, { began: [], ended: [], notices: [] }, 0));
    expect((await Promise.all(decided)).sort()).toEqual([false, true]);
  });
});
