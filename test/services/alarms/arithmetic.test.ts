import { expect, it } from "vitest";
import { fitOf } from "../../../services/alarms/fit.ts";
import { tallyOf } from "../../../services/alarms/job.ts";
import {
  countAtMost,
  incompleteBeta,
  shareAtLeast,
  shareAtMost,
} from "../../../services/statistics/exact.ts";

const days = 56;
const hours = days * 24;
const eachHour = (value: (hour: number) => number) =>
  Float64Array.from({ length: hours }, (_, at) => value(at));

/** A series on its own: by the hour, 20 events on the first day and one in ten days more. */
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

it("only the busiest 2,000 sources of an hour are kept", () => {
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
