import { beforeAll, describe, expect, it } from "vitest";
import { variants } from "../../../machines/registry.ts";
import { dwellClass, packDwells, unpackDwells } from "../../../services/analytics/dwell.ts";
import { dayCounter } from "../../../services/calendar/days.ts";
import { numbersOf } from "../../../services/features/numbers/index/numbers.ts";
import type { SessionIndex } from "../../../services/features/numbers/index/session-index.ts";
import { firstPlace } from "../../../services/features/numbers/index/views.ts";
import { leaksOf } from "../../../services/features/numbers/leaks.ts";
import { type Simulated, simulate } from "../../../services/features/numbers/simulation/simulate.ts";
import type { Filters } from "../../../services/features/numbers/types.ts";
import type { AnalyticsSource } from "../../../services/store/rows.ts";
import { databases, freshStore } from "../../support/databases.ts";
import { indexOf, viewsOf } from "./indexes.ts";

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

    it("exclude first views of visits set apart as too fast for people", async () => {
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

    it("include visitors who only saw the question, in its drop-off, conversion and leak", () => {
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

    it("first views of real visitors count in rates by whole hours, half an hour after each hour ends", async () => {
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
    ])("are empty under filters that no mere viewer can meet: %j", (filters) => {
      const { views, nodes, choices } = ask(index, filters);
      expect(views).toEqual({ isKnown: false, why: "filters", from: null });
      expect(nodes.every(({ looked }) => looked === 0)).toBe(true);
      expect(choices.device.every(({ views: each }) => each === null)).toBe(true);
    });

    it("are empty where sessions are older than first views, and say from which day on they exist", async () => {
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
  variant: "c",
  path: "/survey/c",
  offer: "57",
  affiliate: "7",
  subId: "",
  version: "v1",
  device: "phone",
  language: "en",
  flags: "",
  scripts: "",
  simulated: false,
};
const other = { ...source, affiliate: "8" };

describe.each(databases)("first views on $name", ({ start }) => {
  const on = freshStore(start);
  const kept = () => on.store.numbers.views.since(0, 100);

  it("add up by hour and source across processes, and readers get only new rows", async () => {
    const [one, another] = [on.store, await on.open()];
    await one.firstViews.add([
      { source, hour: 10, day: 1, views: 2 },
      { source: other, hour: 10, day: 1, views: 1 },
    ]);
    const change = await another.numbers.views.lastChange();
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
    const news = await on.store.numbers.views.since(change, 100);
    expect(news.map(({ hour, views }) => [hour, views])).toEqual([
      [10, 8],
      [11, 2],
    ]);
  });

  it("carry refusals by first forms, added up across processes, and nothing that was taken back", async () => {
    const [one, another] = [on.store, await on.open()];
    const refused = (answers: number, fields: Record<string, number>) => ({
      source,
      hour: 10,
      day: 1,
      views: 0,
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
    expect([await on.store.numbers.views.lastChange(), await kept()]).toEqual([0, []]);
    await on.store.firstViews.add([]);
    await on.store.firstViews.add([{ source, hour: 10, day: 1, views: 1 }]);
    await on.store.firstViews.add([{ source: other, hour: 10, day: 1, views: 1 }]);
    await on.store.retention.sweep({ visits: 1 });
    expect(await on.store.numbers.sourcesSince(0, 10)).toHaveLength(2);
  });

  it("views are all stored even if their sources do not fit in one statement", async () => {
    const counts = Array.from({ length: 1_200 }, (_, number) => ({
      source: { ...source, affiliate: `a${number}` },
      hour: 10,
      day: 1,
      views: 1,
    }));
    await on.store.firstViews.add(counts);
    await on.store.firstViews.add(counts);
    const rows = await on.store.numbers.views.since(0, 5_000);
    expect([rows.length, rows.every(({ views }) => views === 2)]).toEqual([1_200, true]);
  });
});
