import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { TimeChart } from "../../../../../app/graphs/numbers/over-time.tsx";

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

it("each line is named below, and of the labels every third has room on a narrow screen", () => {
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

it("the shaded band goes along its upper edge and back along its lower one, and does not cross itself", () => {
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

it("a line has a gap where nothing is known, and a lone value is a dot", () => {
  expect(pointsOf("polyline")).toEqual([
    [
      [0, 500],
      [333.3, 750],
    ],
  ]);
  expect(html).toContain('d="M1000.0,0.0h0.01"');
});

it("the last day is dotted while it is not over, and the picture says so", () => {
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
});

it("each day says its value, and what happened on it", () => {
  const titles = [...html.matchAll(/<rect[^>]*><title>([^<]*)/g)].map(([, title]) => title);
  expect(titles).toEqual([
    "May 1\nLeads: 50.0%",
    "May 2\nLeads: 25.0%\nA new ad.",
    "May 3\nLeads: –",
    "May 4\nLeads: 100.0%",
  ]);
  expect(html).toContain("<title>May 2: A new ad.</title>");
});
