import { beforeAll, describe, expect, it } from "vitest";
import { daysOf, labelsOf } from "../../../app/features/numbers/answers/over-time.ts";
import { variants } from "../../../machines/registry.ts";
import { dayCounter, dayText } from "../../../services/calendar/days.ts";
import { outagesIn } from "../../../services/features/numbers/index/part-series.ts";
import { seriesIn } from "../../../services/features/numbers/index/series.ts";
import type { SessionIndex } from "../../../services/features/numbers/index/session-index.ts";
import { mostSteps, type SeriesAbout, type SeriesStep } from "../../../services/features/numbers/series.ts";
import { simulate } from "../../../services/features/numbers/simulation/simulate.ts";
import type { Filters } from "../../../services/features/numbers/types.ts";
import { indexOf, viewsOf } from "./indexes.ts";
import { plainOf } from "./recount.ts";

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

describe("one part of a survey over time", () => {
  const sessions = visits.map(({ session }) => ({ ...plainOf(session), at: session.day }));
  const counted = (about: SeriesAbout, filters: Filters = {}) => {
    const { points, part } = seriesIn(index, query(filters), 0, "day", about);
    return points.map(({ at }, slot) => [
      at,
      Object.fromEntries(part!.names.map((name, number) => [name, part!.counts[slot]![number]!])),
    ]);
  };
  const recounted = (of: (those: typeof sessions) => object, those = sessions) =>
    series("day").points.map(({ at }) => [at, of(those.filter((each) => each.at === at))]);
  const cameTo = (node: string) => (each: (typeof sessions)[number]) =>
    each.moves.some(({ to }) => to === node);

  it("a field's series counts the visitors whose entry was refused, among those who came to its step", () => {
    const refused = (field: string) => (each: (typeof sessions)[number]) =>
      each.refusals.some(({ fields }) => fields.includes(field));
    const field = sessions.flatMap(({ refusals }) => refusals)[0]!.fields[0]!;
    const places = new Set(
      sessions
        .flatMap(({ refusals }) => refusals.filter(({ fields }) => fields.includes(field)))
        .map(({ node }) => node),
    );
    expect(counted({ kind: "field", field })).toEqual(
      recounted((those) => ({
        came: those.filter((each) => [...places].some((node) => cameTo(node)(each))).length,
        refused: those.filter(refused(field)).length,
      })),
    );
  });

  it("a service's series counts its calls by their outcomes", () => {
    const { service } = sessions.flatMap(({ services }) => services)[0]!;
    const calls = (those: typeof sessions) =>
      those.flatMap(({ services }) => services.filter((each) => each.service === service));
    const names = [...new Set(calls(sessions).map(({ outcome }) => outcome))];
    expect(counted({ kind: "service", service })).toEqual(
      recounted((those) =>
        Object.fromEntries(
          names.map((name) => [name, calls(those).filter(({ outcome }) => outcome === name).length]),
        ),
      ),
    );
  });
});

describe("the outages of a service", () => {
  it("outages are hours in which a service failed more than usual, and none where it always fails a little", async () => {
    const [first, end] = [15, 21].map((hour) => Date.UTC(2026, 10, 2, hour) / 3_600_000) as [number, number];
    const options = { sessions: 3_500, seed: 8, variant: variants.get("v4nv")!, days: 10, until, day };
    const all = [...simulate(options)];
    const service = "checkPhone";
    const outagesWith = async (fails: (hour: number, at: number) => boolean) => {
      const changed = all.map((visit, at) => {
        const { session } = visit;
        const said = fails(session.hour!, at) ? "timeout" : "ok";
        const items = session.trace.items.replaceAll(/=checkPhone,\w+/g, `=${service},${said}`);
        return { ...visit, session: { ...session, trace: { ...session.trace, items } } };
      });
      return outagesIn(await indexOf(changed, []), query({}), 0).filter((each) => each.service === service);
    };
    const isIn = (hour: number) => hour >= first && hour < end;
    const [outage, ...others] = await outagesWith((hour, at) => (isIn(hour) ? at % 5 > 0 : at % 40 === 0));
    expect(others).toEqual([]);
    expect(outage!.hour).toBeGreaterThanOrEqual(first);
    expect(outage!.end).toBeLessThanOrEqual(end);
    expect(outage!.failed / outage!.calls).toBeGreaterThan(0.6);
    expect(outage!.end - outage!.hour).toBeGreaterThanOrEqual(4);
    expect(await outagesWith((_, at) => at % 12 === 0)).toEqual([]);
  });
});

describe("a series", () => {
  it("a week that the requested days cut says which days it has", () => {
    const label = labelsOf("week", timeZone, { from: "2026-10-28", to: "2026-11-03" });
    expect(series("week").points.map(({ at }) => label(at))).toEqual(
      [
        "2026-10-19 (only 2026-10-28 to 2026-10-25)",
        "2026-10-26 (only 2026-10-28 to 2026-11-01)",
        "2026-11-02 (only 2026-11-02 to 2026-11-03)",
      ].slice(0),
    );
    expect(daysOf("week", series("week").points[1]!.at, "", { from: "2026-10-28" })).toEqual({
      from: "2026-10-28",
      to: "2026-11-01",
    });
  });

  it("a series counts each view on its day and in its hour", () => {
    const count = (of: (at: number) => number, at: number) =>
      looks.filter((look) => of(look.at) === at).length;
    const hour = (at: number) => Math.floor(at / 3_600_000);
    for (const { at, views } of series("day").points) expect(views).toBe(count(day, at));
    for (const { at, views } of series("hour").points) expect(views).toBe(count(hour, at));
  });

  it("labels distinguish a repeated hour, have a day of 25 hours once, and name a week by its Monday", () => {
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

  it("a series shows the newest steps when there are too many, and says so", async () => {
    const long = await indexOf(
      [...simulate({ sessions: 60, seed: 1, variant: variants.get("v4nv")!, days: 40, until, day })],
      [],
    );
    const { points, isCut } = seriesIn(long, query({}), 0, "hour");
    expect([points.length, isCut]).toEqual([mostSteps.hour, true]);
    const { isCut: isWeekCut } = seriesIn(long, query({}), 0, "week");
    expect(isWeekCut).toBe(false);
  });

  it("knows when a release or a flag was first seen, except on the first day", async () => {
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
});
