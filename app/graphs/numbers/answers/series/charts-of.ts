import type { Series } from "../../../../../services/analytics/series.ts";
import type { Chart } from "../../series/charts.ts";
import { ratio, shareCells } from "../columns.ts";

/** Rates of fewer sessions jump too much to be drawn. */
const fewest = 10;

export function chartsOf({ points }: Series): Chart[] {
  const hasViews = points.some(({ views }) => views !== null);
  const rate = (part: number, of: number | null) => (of === null || of < fewest ? null : ratio(part, of));
  const rates = points.map(({ leads, sessions }) =>
    sessions < fewest ? [null, null, null] : shareCells(leads, sessions),
  );
  const line = (name: string, of: (point: Series["points"][number]) => number | null) => ({
    name,
    values: points.map(of),
  });
  return [
    {
      name: "counts",
      title: "First views, sessions and leads",
      unit: "count",
      lines: [
        line("Sessions", ({ sessions }) => sessions),
        line("Leads", ({ leads }) => leads),
        line("Qualified", ({ qualified }) => qualified),
        ...(hasViews ? [line("First views", ({ views }) => views)] : []),
      ],
    },
    {
      name: "rates",
      title: "Conversion and drop-off",
      unit: "percent",
      lines: [
        { name: "Leads per session", values: rates.map(([share]) => share) },
        line("Drop-off", ({ left, sessions, underWay }) => rate(left, sessions - underWay)),
        ...(hasViews
          ? [
              line("Leads per first view", ({ leads, views }) =>
                leads > (views ?? 0) ? null : rate(leads, views),
              ),
            ]
          : []),
      ],
      band: { low: rates.map(([, low]) => low), high: rates.map(([, , high]) => high) },
    },
  ];
}
