import { expect, it } from "vitest";
import { chartsOf } from "../../../../../app/graphs/numbers/answers/over-time.ts";
import type { Series, SeriesPoint } from "../../../../../services/analytics/series.ts";

const point = (at: number, more: Partial<SeriesPoint>): SeriesPoint => ({
  ...{ at, views: null, sessions: 0, left: 0, underWay: 0, leads: 0, qualified: 0 },
  ...more,
});
const linesOf = (points: SeriesPoint[]) =>
  Object.fromEntries(
    chartsOf({ points } as Series).flatMap(({ lines }) => lines.map(({ name, values }) => [name, values])),
  );

it("first views are drawn where they are known of some days only", () => {
  const lines = linesOf([
    point(1, { sessions: 20, leads: 5 }),
    point(2, { views: 40, sessions: 20, leads: 10 }),
  ]);
  expect(lines["First views"]).toEqual([null, 40]);
  expect(lines["Leads per first view"]).toEqual([null, 0.25]);
  expect(Object.keys(linesOf([point(1, { sessions: 20 })]))).not.toContain("First views");
});

it("rates are drawn of ten sessions and more, and drop-off leaves out who is still under way", () => {
  const lines = linesOf([
    point(1, { sessions: 9, leads: 9, left: 1 }),
    point(2, { sessions: 20, leads: 5, left: 4, underWay: 10 }),
  ]);
  expect(lines["Leads per session"]).toEqual([null, 0.25]);
  expect(lines["Drop-off"]).toEqual([null, 0.4]);
});

it("the band is the interval of leads per session, below and above it", () => {
  const [, { band, lines }] = chartsOf({ points: [point(1, { sessions: 100, leads: 50 })] } as Series) as [
    unknown,
    ReturnType<typeof chartsOf>[number],
  ];
  expect(band!.low[0]!).toBeLessThan(lines[0]!.values[0]!);
  expect(band!.high[0]!).toBeGreaterThan(lines[0]!.values[0]!);
});
