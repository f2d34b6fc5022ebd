import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { chartsOf, marksOn } from "../../../../app/features/numbers/answers/over-time.ts";
import { TimeChart } from "../../../../app/features/numbers/over-time.tsx";
import { dayCounter, dayNumber } from "../../../../services/calendar/days.ts";
import type { Series, SeriesPoint, seriesSteps } from "../../../../services/features/numbers/series.ts";

/** @param late of its sessions those that began too late to be in a rate */
const point = (at: number, more: Partial<SeriesPoint>, late = 0): SeriesPoint => {
  const counted = { views: null, sessions: 0, left: 0, underWay: 0, leads: 0, qualified: 0, ...more };
  const { views, sessions, left, leads, qualified } = counted;
  const rated = { sessions: sessions - late, left, leads, qualified };
  return { at, ...counted, rated, ratedViews: views === null ? null : { views, sessions, leads, qualified } };
};
const linesOf = (points: SeriesPoint[]) =>
  Object.fromEntries(
    chartsOf({ points } as Series).flatMap(({ lines }) => lines.map(({ name, values }) => [name, values])),
  );

it("first views are drawn only for the days with first views", () => {
  const lines = linesOf([
    point(1, { sessions: 20, leads: 5 }),
    point(2, { views: 40, sessions: 20, leads: 10 }),
  ]);
  expect(lines["First views"]).toEqual([null, 40]);
  expect(lines["Leads per first view"]).toEqual([null, 0.25]);
  expect(Object.keys(linesOf([point(1, { sessions: 20 })]))).not.toContain("First views");
});

it("rates are drawn from ten sessions on, and exclude those too recent to be followed up", () => {
  const lines = linesOf([
    point(1, { sessions: 9, leads: 9, left: 1 }),
    point(2, { sessions: 30, leads: 5, left: 4, underWay: 10 }, 20),
  ]);
  expect(lines["Leads per session"]).toEqual([null, 0.5]);
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

const day = dayCounter("America/New_York");
const hourOf = (text: string) => Date.parse(text) / 3_600_000;
const pointsAt = (first: number, last: number, next = 1): SeriesPoint[] =>
  Array.from({ length: (last - first) / next + 1 }, (_, index) => point(first + index * next, {}));
const points = {
  hour: pointsAt(hourOf("2026-10-28T04:00Z"), hourOf("2026-11-05T05:00Z")),
  day: pointsAt(dayNumber("2026-10-28"), dayNumber("2026-11-05")),
  week: pointsAt(dayNumber("2026-10-26"), dayNumber("2026-11-02"), 7),
};
const events = [
  { at: Date.parse("2026-10-29T10:00:00-04:00"), text: "Experiment look starts", variants: ["c"] },
  { at: Date.parse("2026-11-03T10:00:00-05:00"), text: "Experiment look stops, plain wins", variants: ["c"] },
];
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
  return marksOn(series, { code, events, notes, day });
};
const [starts, stops] = events.map(({ text }) => text);
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
])("by %s, events are shown at their own step, and none from outside", (step, expected) => {
  expect(marks(step).map(({ at, texts }) => [at, texts])).toEqual(expected);
});

it("another survey's events are not shown", () => {
  expect(marks("day", "v4nv").flatMap(({ texts }) => texts)).toEqual([note, release]);
});

const chart = {
  name: "leads",
  title: "Leads per session",
  unit: "percent" as const,
  lines: [{ name: "Leads", values: [0.5, 0.25, null, 1] }],
  band: { low: [0.25, 0, null, 0.5], high: [0.75, 0.5, null, 1] },
};
const labels = ["May 1", "May 2", "May 3", "May 4"];
const html = renderToStaticMarkup(
  <TimeChart
    chart={chart}
    labels={labels}
    at={[1, 2, 3, 4]}
    marks={[{ at: 2, texts: ["A new ad."] }]}
    isUnderWay={false}
  />,
);
const pointsOf = (shape: string) =>
  [...html.matchAll(new RegExp(`<${shape} points="([^"]*)"`, "g"))].map(([, points]) =>
    points!.split(" ").map((point) => point.split(",").map(Number)),
  );

it("each line is named below, and every third label fits a narrow screen", () => {
  const two = { ...chart, lines: [...chart.lines, { name: "Drop-off", values: [0, 0, 0, 0] }] };
  const both = renderToStaticMarkup(
    <TimeChart chart={two} labels={labels} at={[1, 2, 3, 4]} marks={[]} isUnderWay={false} />,
  );
  const names = [...both.matchAll(/<li data-line="(\d)">.*?<\/svg>([^<]+)<\/li>/g)].map(
    ([, ...found]) => found,
  );
  expect(names).toEqual([
    ["0", "Leads"],
    ["1", "Drop-off"],
  ]);
  expect(
    [...both.matchAll(/<text [^>]*dy="1.75em"[^>]*>/g)].map(([text]) => text.includes("data-extra")),
  ).toEqual([false, true, true, false]);
});

it("the shaded band follows its upper edge and returns along its lower one without crossing itself", () => {
  const [two, alone] = pointsOf("polygon");
  expect(two).toEqual([
    [0, 250],
    [333.3, 500],
    [333.3, 1000],
    [0, 750],
  ]);
  expect(alone).toEqual([
    [1000, 0],
    [1000, 500],
  ]);
});

it("a line has a gap where data is missing, and a lone value is a dot", () => {
  expect(pointsOf("polyline")).toEqual([
    [
      [0, 500],
      [333.3, 750],
    ],
  ]);
  expect(html).toContain('d="M1000.0,0.0h0.01"');
});

it("the last day is dotted until it is over, and the picture says so", () => {
  const values = { ...chart, band: undefined, lines: [{ name: "Leads", values: [0.5, 0.25, 0.5, 0] }] };
  const today = (isUnderWay: boolean) => {
    const shown = renderToStaticMarkup(
      <TimeChart chart={values} labels={labels} at={[1, 2, 3, 4]} marks={[]} isUnderWay={isUnderWay} />,
    );
    const lines = [...shown.matchAll(/<polyline( class="[^"]+")? points="([^"]*)"/g)];
    return {
      lines: lines.map(([, dotted, points]) => [dotted !== undefined, points!.split(" ").length]),
      isSaid: shown.includes("Not over yet"),
    };
  };
  expect(today(false)).toEqual({ lines: [[false, 4]], isSaid: false });
  expect(today(true)).toEqual({
    lines: [
      [false, 3],
      [true, 2],
    ],
    isSaid: true,
  });
  const two = { ...values, lines: [{ name: "Leads", values: [0.5, 0.25] }] };
  const ofTwo = renderToStaticMarkup(
    <TimeChart chart={two} labels={labels.slice(0, 2)} at={[1, 2]} marks={[]} isUnderWay />,
  );
  // The first day is over: a dot, and no part of a dotted line alone.
  expect(ofTwo).toMatch(/<path d="M0\.0,[\d.]+h0\.01"/);
});

it("each day shows its value and its events", () => {
  const titles = [...html.matchAll(/<rect[^>]*><title>([^<]*)/g)].map(([, title]) => title);
  expect(titles).toEqual([
    "May 1\nLeads: 50.0%",
    "May 2\nLeads: 25.0%\nA new ad.",
    "May 3\nLeads: –",
    "May 4\nLeads: 100.0%",
  ]);
  expect(html).toContain("<title>May 2: A new ad.</title>");
});
