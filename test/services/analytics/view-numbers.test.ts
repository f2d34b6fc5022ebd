import { beforeAll, describe, expect, it } from "vitest";
import { variants } from "../../../machines/registry.ts";
import { dayCounter } from "../../../services/analytics/days.ts";
import { dwellClass, packDwells, unpackDwells } from "../../../services/analytics/dwell.ts";
import { numbersOf } from "../../../services/analytics/index/numbers.ts";
import type { SessionIndex } from "../../../services/analytics/index/session-index.ts";
import { firstPlace } from "../../../services/analytics/index/views.ts";
import { leaksOf } from "../../../services/analytics/leaks.ts";
import { type Simulated, simulate } from "../../../services/analytics/simulation/simulate.ts";
import type { Filters } from "../../../services/analytics/types.ts";
import { indexOf, viewsOf } from "./index-with-views.ts";

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
    expect(views).toEqual({ isKnown: true, count });
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
    expect(people.views).toEqual({ isKnown: true, count: looks.length - people.setApart });
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
    expect(from.views).toEqual({ isKnown: true, count: looks.filter(({ at }) => since(at)).length });
    const never = await indexOf(visits, []);
    expect(ask(never).views).toEqual({ isKnown: false, why: "older", from: null });
  });
});
