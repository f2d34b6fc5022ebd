import { beforeAll, describe, expect, it } from "vitest";
import { labelsOf } from "../../../app/graphs/numbers/answers/series/labels.ts";
import { variants } from "../../../machines/registry.ts";
import { dayCounter, dayText } from "../../../services/analytics/days.ts";
import { numbersOf } from "../../../services/analytics/index/numbers.ts";
import { seriesIn } from "../../../services/analytics/index/series.ts";
import type { SessionIndex } from "../../../services/analytics/index/session-index.ts";
import { mostSteps, type SeriesStep, seriesSteps } from "../../../services/analytics/series.ts";
import { simulate } from "../../../services/analytics/simulation/simulate.ts";
import type { Filters } from "../../../services/analytics/types.ts";
import { indexOf, viewsOf } from "./index-with-views.ts";

const timeZone = "America/New_York";
const day = dayCounter(timeZone);
/** Clocks go back on 1 November 2026. */
const until = Date.UTC(2026, 10, 5);
const visits = [
  ...simulate({ sessions: 400, seed: 4, variant: variants.get("v4nv")!, days: 10, until, day }),
];
const looks = visits.flatMap((visit) => visit.looks);
const query = (filters: Filters) => ({ variant: "v4nv", data: "simulated" as const, filters });

let index: SessionIndex;
beforeAll(async () => {
  index = await indexOf(visits, viewsOf(looks, day));
});
const series = (step: SeriesStep, filters: Filters = {}) => seriesIn(index, query(filters), 0, step);

describe.each(seriesSteps)("a series by %s", (step) => {
  it.each<Filters>([
    {},
    { device: ["phone"] },
    { affiliate: ["7", "12"], from: "2026-10-31", to: "2026-11-02" },
    { result: ["qualified"] },
    { with: ["HasLawyer"] },
  ])("sums up to the numbers of the same question: %j", (filters) => {
    const { points, unplaced, isCut } = series(step, filters);
    const { totals, views } = numbersOf(index, query(filters), 0);
    const sum = (of: (point: (typeof points)[number]) => number) =>
      points.reduce((all, point) => all + of(point), 0);
    expect([unplaced, isCut]).toEqual([0, false]);
    expect({
      sessions: sum(({ sessions }) => sessions),
      left: sum(({ left }) => left),
      leads: sum(({ leads }) => leads),
      qualified: sum(({ qualified }) => qualified),
    }).toEqual({
      sessions: totals.sessions,
      left: totals.open,
      leads: totals.qualified + totals.disqualified,
      qualified: totals.qualified,
    });
    if (views.isKnown) expect(sum((point) => point.views!)).toBe(views.count);
    else expect(points.every((point) => point.views === null)).toBe(true);
  });

  it("has every step once, in order, also where nothing began", () => {
    const at = series(step).points.map((point) => point.at);
    const far = step === "week" ? 7 : 1;
    expect(at.slice(1).map((each, before) => each - at[before]!)).toEqual(at.slice(1).map(() => far));
  });
});

it("has each view in the day and the hour in which it was", () => {
  const count = (of: (at: number) => number, at: number) => looks.filter((look) => of(look.at) === at).length;
  const hour = (at: number) => Math.floor(at / 3_600_000);
  for (const { at, views } of series("day").points) expect(views).toBe(count(day, at));
  for (const { at, views } of series("hour").points) expect(views).toBe(count(hour, at));
});

it("writes an hour that comes twice apart, a day of 25 hours once, and a week by its Monday", () => {
  const label = labelsOf("hour", timeZone);
  const hours = series("hour").points.map(({ at }) => label(at));
  expect(hours).toContain("2026-11-01 01:00 EDT");
  expect(hours).toContain("2026-11-01 01:00 EST");
  expect(new Set(hours).size).toBe(hours.length);
  const days = series("day").points.map(({ at }) => dayText(at));
  expect(days.filter((each) => each === "2026-11-01")).toHaveLength(1);
  expect(series("week").points.map(({ at }) => dayText(at))).toEqual([
    "2026-10-19",
    "2026-10-26",
    "2026-11-02",
  ]);
});

it("shows the newest steps where there are too many, and says so", async () => {
  const long = await indexOf(
    [...simulate({ sessions: 60, seed: 1, variant: variants.get("v4nv")!, days: 40, until, day })],
    [],
  );
  const { points, isCut } = seriesIn(long, query({}), 0, "hour");
  expect([points.length, isCut]).toEqual([mostSteps.hour, true]);
  const { isCut: isWeekCut } = seriesIn(long, query({}), 0, "week");
  expect(isWeekCut).toBe(false);
});

it("knows since when a release or a flag was seen, but for those of the first day", async () => {
  const changed = visits.map(({ session, ...visit }) => {
    const isLater = session.day > day(Date.UTC(2026, 9, 31, 12));
    const source = { ...session.source, version: isLater ? "new" : "old" };
    return { ...visit, session: { ...session, source } };
  });
  const { firstSeen } = seriesIn(await indexOf(changed, []), query({ device: ["tablet"] }), 0, "day");
  expect(firstSeen.filter(({ kind }) => kind === "version")).toEqual([
    { kind: "version", name: "new", at: day(Date.UTC(2026, 10, 1, 12)) },
  ]);
});
