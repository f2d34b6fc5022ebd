import { expect, it } from "vitest";
import { marksOn } from "../../../../../app/graphs/numbers/answers/over-time.ts";
import { dayCounter, dayNumber } from "../../../../../services/analytics/days.ts";
import type { Series, SeriesPoint, seriesSteps } from "../../../../../services/analytics/series.ts";
import type { Experiment } from "../../../../../services/experiments/experiment.ts";

const day = dayCounter("America/New_York");
const hourOf = (text: string) => Date.parse(text) / 3_600_000;
const none = { views: null, sessions: 0, left: 0, underWay: 0, leads: 0, qualified: 0 };
const pointsAt = (first: number, last: number, next = 1): SeriesPoint[] =>
  Array.from({ length: (last - first) / next + 1 }, (_, index) => ({ at: first + index * next, ...none }));
const points = {
  hour: pointsAt(hourOf("2026-10-28T04:00Z"), hourOf("2026-11-05T05:00Z")),
  day: pointsAt(dayNumber("2026-10-28"), dayNumber("2026-11-05")),
  week: pointsAt(dayNumber("2026-10-26"), dayNumber("2026-11-02"), 7),
};
const experiment = {
  ...{ id: "look", about: "", paths: ["/survey/c"], control: "plain", share: 1, metric: "leads" },
  arms: [{ name: "plain", weight: 1 }],
  start: Date.parse("2026-10-29T10:00:00-04:00"),
  stop: Date.parse("2026-11-03T10:00:00-05:00"),
  winner: "plain",
} as unknown as Experiment;
const notes = [
  { day: "2026-10-29", about: "At fault", words: "New ad." },
  { day: "2026-12-01", about: "All surveys", words: "Later." },
];

const marks = (step: (typeof seriesSteps)[number], code = "c") => {
  const firstSeen = [{ kind: "version" as const, name: "b", at: points[step].at(-1)!.at }];
  const outages = [
    {
      service: "checkZip",
      hour: hourOf("2026-11-04T15:00Z"),
      end: hourOf("2026-11-04T21:00Z"),
      failed: 40,
      calls: 50,
    },
  ];
  const rest = { unplaced: 0, isCut: false, part: null, outages: code === "c" ? outages : [] };
  const series: Series = { step, points: points[step], ...rest, firstSeen };
  return marksOn(series, { code, experiments: [experiment], notes, day });
};
const starts = "Experiment look starts";
const stops = "Experiment look stops, plain wins";
const note = "Note (At fault): New ad.";
const outage = "Service checkZip failed for 6 hours: 40 of 50 calls";
const release = "Release: survey version b first seen";

it.each([
  [
    "hour" as const,
    [
      [hourOf("2026-10-29T04:00Z"), [note]],
      [hourOf("2026-10-29T14:00Z"), [starts]],
      [hourOf("2026-11-03T15:00Z"), [stops]],
      [hourOf("2026-11-04T15:00Z"), [outage]],
      [hourOf("2026-11-05T05:00Z"), [release]],
    ],
  ],
  [
    "day" as const,
    [
      [dayNumber("2026-10-29"), [starts, note]],
      [dayNumber("2026-11-03"), [stops]],
      [dayNumber("2026-11-04"), [outage]],
      [dayNumber("2026-11-05"), [release]],
    ],
  ],
  [
    "week" as const,
    [
      [dayNumber("2026-10-26"), [starts, note]],
      [dayNumber("2026-11-02"), [stops, release, outage]],
    ],
  ],
])("by %s, what happened is at its step, and nothing from outside", (step, expected) => {
  expect(marks(step).map(({ at, texts }) => [at, texts])).toEqual(expected);
});

it("another survey has none of its experiments", () => {
  expect(marks("day", "v4nv").flatMap(({ texts }) => texts)).toEqual([note, release]);
});
