import { beforeAll, describe, expect, it } from "vitest";
import { findEntry, variants } from "../../../machines/registry.ts";
import { dwellClass, packDwells, unpackDwells } from "../../../services/analytics/dwell.ts";
import { countViews, isVisitor, viewCounter } from "../../../services/analytics/first-views.ts";
import { numbersOf } from "../../../services/analytics/index/numbers.ts";
import type { SessionIndex } from "../../../services/analytics/index/session-index.ts";
import { firstPlace } from "../../../services/analytics/index/views.ts";
import { leaksOf } from "../../../services/analytics/leaks.ts";
import { type Simulated, simulate } from "../../../services/analytics/simulation/simulate.ts";
import type { Filters } from "../../../services/analytics/types.ts";
import { dayCounter } from "../../../services/calendar/days.ts";
import { silentLog } from "../../../services/observe/log.ts";
import type { AnalyticsSource, ViewCount } from "../../../services/store/rows.ts";
import { databases, freshStore } from "../../support/databases.ts";
import { holds } from "../../support/holds.ts";
import { desktop, phone } from "../../support/seen-views.ts";
import { indexOf, viewsOf } from "./indexes.ts";

describe("counting", () => {
  const hourMs = 3_600_000;
  const began = Date.UTC(2026, 10, 24, 9);
  const entry = findEntry("/survey/c")!;
  const day = (at: number) => Math.floor(at / (24 * hourMs));
  const arm = { experiment: "cta", name: "large", version: "12345678", flags: "" };
  const look = (affid: string, at = began, more: object = {}) => ({
    entry,
    arrival: { path: entry.path, query: { affid, s1: "a-click" }, referer: "", device: "phone", ...more },
    at,
  });
  const byAffiliate = (counts: readonly ViewCount[]) =>
    counts.map(({ source, hour, views }) => [source.affiliate, hour - began / hourMs, views]);

  describe("counting first views", () => {
    it("adds up what came alike within an hour, without a sub id", () => {
      const counter = viewCounter({ settings: {}, day });
      for (const at of [0, 1, hourMs - 1, hourMs]) counter.seen(look("7", began + at));
      counter.seen(look("8"));
      const counts = counter.take();
      expect(byAffiliate(counts)).toEqual([
        ["7", 0, 3],
        ["7", 1, 1],
        ["8", 0, 1],
      ]);
      expect(counts[0]!.source).toMatchObject({ variant: "c", subId: "", scripts: "", simulated: false });
      expect(counter.take()).toEqual([]);
    });

    it(
      "takes no more memory for made-up sources, and goes on by survey, device and arm",
      holds("T134"),
      () => {
        const counter = viewCounter({ settings: {}, day, most: 100 });
        for (let number = 0; number < 10_000; number++) {
          counter.seen(look(`made-up-${number}`, began, number % 2 ? { arm } : {}));
          // What was stored meanwhile makes no room.
          if (number === 5_000) expect(counter.take()).toHaveLength(102);
        }
        const counts = counter.take();
        expect(counts.map(({ source, views }) => [source.affiliate, source.flags, views])).toEqual([
          ["(other)", "experiment:cta/large,drawn:12345678", 2_500],
          ["(other)", "", 2_499],
        ]);
        counter.seen(look("made-up-1", began, { arm }));
        counter.seen(look("another"));
        counter.seen(look("another", began + hourMs));
        expect(byAffiliate(counter.take())).toEqual([
          ["made-up-1", 0, 1],
          ["(other)", 0, 1],
          ["another", 1, 1],
        ]);
      },
    );

    it("counts a thousand sources of an hour apart, and no more of them", holds("T134"), () => {
      const counter = viewCounter({ settings: {}, day });
      for (let number = 0; number < 1_400; number++) counter.seen(look(`made-up-${number}`));
      const counts = byAffiliate(counter.take());
      expect(counts).toHaveLength(1_001);
      expect(counts.find(([affiliate]) => affiliate === "(other)")).toEqual(["(other)", 0, 400]);
    });

    it("keeps what a store did not take for the next time, and the rest at the stop", async () => {
      const kept: ViewCount[] = [];
      let isDown = true;
      const store = {
        async add(counts: readonly ViewCount[]) {
          if (isDown) throw new Error("away");
          kept.push(...counts);
        },
      };
      const settings = { sharedCacheSeconds: 0 };
      const views = countViews({ store, settings, day, log: silentLog });
      views.seen(look("7"));
      await views.stop();
      isDown = false;
      views.seen(look("7"));
      await views.stop();
      expect(byAffiliate(kept)).toEqual([["7", 0, 2]]);
    });
  });

  const asked = (headers: object) => isVisitor((name) => (headers as Record<string, string>)[name]);

  it.each([phone, desktop, "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"])(
    "a visitor: %s",
    (agent) => {
      expect(asked({ "User-Agent": agent })).toBe(true);
    },
  );

  it.each([
    { "User-Agent": "" },
    { "User-Agent": "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)" },
    { "User-Agent": "WhatsApp/2.23.20.0" },
    { "User-Agent": "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)" },
    { "User-Agent": "python-requests/2.32" },
    { "User-Agent": `${desktop} HeadlessChrome/140.0` },
    { "User-Agent": desktop.padEnd(1_001, "x") },
    { "User-Agent": desktop, Purpose: "prefetch" },
    { "User-Agent": phone, "X-Purpose": "preview" },
    { "User-Agent": desktop, "Sec-Purpose": "prefetch;prerender" },
  ])("no visitor: %j", (headers) => {
    expect(asked(headers)).toBe(false);
  });
});

describe("numbers with views", () => {
  const day = dayCounter("America/New_York");
  const until = Date.UTC(2026, 5, 15);

  const visits: Simulated[] = [
    ...simulate({ sessions: 300, seed: 4, variant: variants.get("v4nv")!, days: 10, until, day }),
  ];
  const looks = visits.flatMap((visit) => visit.looks);

  const ask = (index: SessionIndex, filters: Filters = {}) =>
    numbersOf(index, { variant: "v4nv", data: "simulated", filters }, 0);

  describe("numbers with first views", () => {
    let index: SessionIndex;
    beforeAll(async () => {
      index = await indexOf(visits, viewsOf(looks, day));
    });

    it.each<[Filters, (look: (typeof looks)[number]) => boolean]>([
      [{}, () => true],
      [{ affiliate: ["7", "12"] }, ({ arrival }) => ["7", "12"].includes(arrival.query.affid!)],
      [{ device: ["phone"] }, ({ arrival }) => arrival.device === "phone"],
      [{ flags: { theme: ["v3"] } }, ({ arrival }) => arrival.query.flags?.includes("theme:v3") ?? false],
      [
        { from: "2026-06-10", to: "2026-06-11" },
        ({ at }) => [day(Date.UTC(2026, 5, 10, 12)), day(Date.UTC(2026, 5, 11, 12))].includes(day(at)),
      ],
      [{ path: ["/survey/v4nv"] }, ({ entry }) => entry.path === "/survey/v4nv"],
    ])("are those of a plain count: %j", (filters, isMeant) => {
      const { views, totals, choices } = ask(index, filters);
      const count = looks.filter(isMeant).length;
      expect(views).toMatchObject({ isKnown: true, count });
      expect(totals.sessions).toBeLessThanOrEqual(count);
      const sum = (of: "device" | "affiliate" | "path") =>
        choices[of].reduce((all, choice) => all + choice.views!, 0);
      expect([sum("device"), sum("affiliate"), sum("path")]).toEqual([count, count, count]);
      expect(choices.subId.every(({ views: each }) => each === null)).toBe(true);
    });

    it("have no first view of a visit that is set apart as too fast for people", async () => {
      const fastest = dwellClass(40);
      const byProgram = visits.map((visit, at) => {
        const { session } = visit;
        const moves = [...unpackDwells(session.dwells)];
        return at % 4 > 0
          ? visit
          : { ...visit, session: { ...session, dwells: packDwells(moves.map(() => fastest)) } };
      });
      const planted = await indexOf(byProgram, viewsOf(looks, day));
      const [all, people] = [ask(planted), ask(planted, { pace: "people" })];
      expect(people.setApart).toBeGreaterThan(5);
      expect(people.totals.sessions).toBe(all.totals.sessions - people.setApart);
      expect(people.views).toMatchObject({ isKnown: true, count: looks.length - people.setApart });
      const sum = (of: "device" | "affiliate") =>
        people.choices[of].reduce((total, choice) => total + choice.views!, 0);
      expect([sum("device"), sum("affiliate")]).toEqual(Array(2).fill(looks.length - people.setApart));
    });

    it("have those who only looked at the question that they saw, in its drop-off, conversion and leak", () => {
      const { nodes, totals, views } = ask(index);
      const first = nodes.filter(({ looked }) => looked > 0);
      expect(first.map(({ id, looked }) => [id, looked])).toEqual([
        ["WhenWasTheAccident", looks.length - totals.sessions],
      ]);
      const place = nodes.find(({ id }) => id === "WhenWasTheAccident")!;
      expect(place.dropOff).toBeCloseTo(
        (place.stillThere + place.looked) / (place.sessions + place.looked),
        12,
      );
      expect(place.conversion).toBeCloseTo(place.leads / (place.sessions + place.looked), 12);
      expect(leaksOf({ nodes }).find(({ node }) => node === place.id)!.left).toBe(place.left + place.looked);
      expect(views.isKnown && views.count).toBe(looks.length);
    });

    it("of real visitors are in rates by whole hours, once an hour has been over for half an hour", async () => {
      const hourMs = 3_600_000;
      const real = visits.map((visit) => {
        const { session } = visit;
        const source = { ...session.source, simulated: false };
        return { ...visit, session: { ...session, source, lastAt: session.hour! * hourMs + 59 * 60_000 } };
      });
      const counts = viewsOf(looks, day).map((each) => ({
        ...each,
        source: { ...each.source, simulated: false },
      }));
      const planted = await indexOf(real, counts);
      const last = Math.max(...real.map(({ session }) => session.hour!));
      for (const [minutes, until] of [
        [29, last],
        [30, last + 1],
      ] as const) {
        const asOf = (last + 1) * hourMs + minutes * 60_000;
        const { views, nodes } = numbersOf(planted, { variant: "v4nv", data: "real" }, asOf);
        const seen = looks.filter(({ at }) => at < until * hourMs).length;
        const begun = real.filter(({ session }) => session.hour! < until);
        const { rated } = views as Extract<typeof views, { isKnown: true }>;
        expect([rated.views, rated.sessions]).toEqual([seen, begun.length]);
        const place = nodes.find(({ id }) => id === "WhenWasTheAccident")!;
        expect([place.rated.looked, place.rated.sessions]).toEqual([seen - begun.length, begun.length]);
      }
      expect(real.filter(({ session }) => session.hour === last).length).toBeGreaterThan(0);
    });

    it.each([
      ["v4nv", "/survey/v4nv", "theme:v3", "WhenWasTheAccident"],
      ["v4nv", "(other)", "experiment:cta/large,drawn:12345678", "WhenWasTheAccident"],
      ["v5nv", "/survey/v5nv", "", "AutoAccidentCaseWorth"],
      ["b", "/survey/b", "", "SocialDropPII.asking"],
      ["nobody", "/survey/nobody", "", undefined],
    ])("know which question %s at %s with “%s” begins with", (code, path, flags, place) => {
      expect(firstPlace(code, path, flags)).toBe(place);
    });

    it.each<Filters>([
      { scripts: ["on"] },
      { subId: ["ad-1"] },
      { result: ["qualified"] },
      { with: ["HasLawyer"] },
      { endingAt: ["HasLawyer"] },
    ])("have none under filters that nobody who looks meets: %j", (filters) => {
      const { views, nodes, choices } = ask(index, filters);
      expect(views).toEqual({ isKnown: false, why: "filters", from: null });
      expect(nodes.every(({ looked }) => looked === 0)).toBe(true);
      expect(choices.device.every(({ views: each }) => each === null)).toBe(true);
    });

    it("have none where sessions are older than the first view, and say from which day on they do", async () => {
      const began = Date.UTC(2026, 5, 9, 12);
      const young = await indexOf(
        visits,
        viewsOf(
          looks.filter(({ at }) => at >= began),
          day,
        ),
      );
      expect(ask(young).views).toEqual({ isKnown: false, why: "older", from: "2026-06-10" });
      const from = ask(young, { from: "2026-06-10" });
      const since = (at: number) => day(at) >= day(Date.UTC(2026, 5, 10, 12));
      expect(from.views).toMatchObject({ isKnown: true, count: looks.filter(({ at }) => since(at)).length });
      const never = await indexOf(visits, []);
      expect(ask(never).views).toEqual({ isKnown: false, why: "older", from: null });
    });
  });
});

const source: AnalyticsSource = {
  ...{ variant: "c", path: "/survey/c", offer: "57", affiliate: "7", subId: "", version: "v1" },
  ...{ device: "phone", language: "en", flags: "", scripts: "", simulated: false },
};
const other = { ...source, affiliate: "8" };

describe.each(databases)("first views on $name", ({ start }) => {
  const on = freshStore(start);
  const kept = () => on.store.firstViews.since(0, 100);

  it("add up by hour and source across processes, and readers get only new rows", async () => {
    const [one, another] = [on.store, await on.open()];
    await one.firstViews.add([
      { source, hour: 10, day: 1, views: 2 },
      { source: other, hour: 10, day: 1, views: 1 },
    ]);
    const change = await another.firstViews.lastChange();
    await Promise.all(
      [one, another].map(({ firstViews }) =>
        firstViews.add([
          { source, hour: 10, day: 1, views: 3 },
          { source, hour: 11, day: 1, views: 1 },
        ]),
      ),
    );
    await another.close();
    const rows = await kept();
    expect(rows.map(({ id }) => id).sort()).toEqual([1, 2, 3]);
    expect(rows.map(({ hour, views }) => [hour, views]).sort()).toEqual([
      [10, 1],
      [10, 8],
      [11, 2],
    ]);
    const news = await on.store.firstViews.since(change, 100);
    expect(news.map(({ hour, views }) => [hour, views])).toEqual([
      [10, 8],
      [11, 2],
    ]);
  });

  it("carry what first forms refused, added up across processes, and nothing once it is taken back", async () => {
    const [one, another] = [on.store, await on.open()];
    const refused = (answers: number, fields: Record<string, number>) => ({
      ...{ source, hour: 10, day: 1, views: 0 },
      refused: { answers, fields },
    });
    const stored = async () => JSON.parse((await kept())[0]!.refused ?? "null");
    await Promise.all([
      one.firstViews.add([refused(2, { email: 2, lastName: 1 })]),
      another.firstViews.add([refused(1, { email: 1 })]),
    ]);
    expect(await stored()).toEqual({ answers: 3, fields: { email: 3, lastName: 1 } });
    await another.firstViews.add([{ source, hour: 10, day: 1, views: 4 }]);
    expect(await stored()).toEqual({ answers: 3, fields: { email: 3, lastName: 1 } });
    await another.firstViews.add([refused(-3, { email: -3, lastName: -1 })]);
    await another.close();
    expect(await kept()).toMatchObject([{ views: 4, refused: null }]);
  });

  it("are empty without views, and keep their sources from being deleted", async () => {
    expect([await on.store.firstViews.lastChange(), await kept()]).toEqual([0, []]);
    await on.store.firstViews.add([]);
    await on.store.firstViews.add([{ source, hour: 10, day: 1, views: 1 }]);
    await on.store.firstViews.add([{ source: other, hour: 10, day: 1, views: 1 }]);
    await on.store.retention.sweep({ visits: 1 });
    expect(await on.store.analytics.sourcesSince(0, 10)).toHaveLength(2);
  });

  it("of more sources than fit in one statement are all stored", async () => {
    const counts = Array.from({ length: 1_200 }, (_, number) => ({
      ...{ source: { ...source, affiliate: `a${number}` }, hour: 10, day: 1, views: 1 },
    }));
    await on.store.firstViews.add(counts);
    await on.store.firstViews.add(counts);
    const rows = await on.store.firstViews.since(0, 5_000);
    expect([rows.length, rows.every(({ views }) => views === 2)]).toEqual([1_200, true]);
  });
});
