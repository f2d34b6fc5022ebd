import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { ReportPage } from "../../../app/features/experiments/report-route.tsx";
import { reportTables } from "../../../app/features/experiments/report-tables.ts";
import { type InForce, inForce } from "../../../services/features/experiments/in-force.ts";
import { reportOf } from "../../../services/features/experiments/report.ts";
import type { ArmDay } from "../../../services/features/experiments/types.ts";

const [experiment] = inForce({
  salt: "",
  list: [
    {
      id: "headline",
      about: "A larger button brings more finished surveys.",
      paths: ["/survey/c"],
      arms: ["plain", "rounded"].map((name) => ({ name, weight: 1 })),
      control: "plain",
      share: 1,
      start: Date.UTC(2026, 8, 1),
      metric: "leads",
    },
  ],
}) as [InForce];

function daysOf(count: number): ArmDay[] {
  return Array.from({ length: count }, (_, index) =>
    ["plain", "rounded"].map((arm) => {
      const leads = arm === "plain" ? 100 : 140;
      const times = { count: leads, sum: 4.4 * leads, squares: 19.6 * leads };
      const rest = { qualified: leads, disqualified: 0, refused: 50, failed: 0, times };
      return { arm, day: 20_697 + index, assigned: 1000, begun: 1000, leads, ...rest };
    }),
  ).flat();
}

const reportOn = (days: ArmDay[]) =>
  reportOf({
    experiment,
    days,
    countedBy: "views",
    today: 30_000,
    crossed: 3,
    isAltered: false,
    before: null,
  });

function htmlOf(days: ArmDay[]): string {
  const report = reportOn(days);
  const tables = reportTables(report);
  const props = { experiment, report, tables, ranges: { rounded: "its range" }, state: "running", share: 1 };
  return renderToStaticMarkup(<ReportPage {...props} />);
}

it("the verdict comes first, and every number in the chart is in a table too", () => {
  const html = htmlOf(daysOf(21));
  expect(html.indexOf("rounded is better")).toBeLessThan(html.indexOf("<table"));
  expect(html).toContain('data-verdict="better"');
  expect(html.match(/<figcaption/g)).toHaveLength(1);
  expect(html).not.toMatch(/<svg(?![^>]*aria-hidden="true")/);
  expect(html.match(/<polygon points="([^"]*)"/)![1]!.split(" ")).toHaveLength(42);
  for (const name of ["arms", "once", "guards", "weeks", "looks", "plans"]) {
    expect(html).toContain(`data-table="${name}"`);
  }
  expect(html.split('data-table="looks"')[1]!.split("</table>")[0]!.match(/<tr/g)).toHaveLength(22);
  expect(html).toContain("rounded: its range");
  expect(html).toContain("2026-09-21");
  expect(html).toContain("Baseline rate");
  expect(html).not.toContain("style=");
  expect(html).not.toContain("NaN");
});

it("the first day alone is drawn as its interval and a dot, since a line needs two days", () => {
  const html = htmlOf(daysOf(1));
  expect(html).toMatch(
    /<polyline points="\d+\.\d,[\d.]+ \d+\.\d,[\d.]+"><\/polyline><path d="M[\d.]+,[\d.]+h0\.01"/,
  );
});

it("marks the first week, and no other, when it differs from all later ones", () => {
  const days = daysOf(28).map((each, index) =>
    each.arm === "rounded" && index < 14 ? { ...each, leads: 300 } : each,
  );
  const weeks = reportTables(reportOn(days)).find(({ name }) => name === "weeks")!;
  expect(weeks.rows.map(({ isMarked }) => isMarked)).toEqual([true, false, false, false]);
});

it("the report says what is missing before the first day, and where assignment was off", () => {
  const empty = htmlOf([]);
  expect(empty).toContain("No full day of data yet.");
  expect(empty).not.toContain("NaN");
  const lost = daysOf(14).filter(({ arm, day }) => arm === "plain" || day !== 20_700);
  const html = htmlOf(lost);
  expect(html).toContain('data-verdict="untrusted"');
  expect(html).toContain("mismatch on 2026-09-04");
});
