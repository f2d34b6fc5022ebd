import type { Overview, OverviewRow } from "../../../../services/analytics/overview.ts";
import type { Dimension } from "../../../../services/analytics/types.ts";
import { as, shareCells, shareColumns, text } from "../../numbers/answers/columns.ts";
import { dimensionNames } from "../../numbers/names.ts";
import { sorted } from "../../numbers/sort.ts";
import { type Cell, type Column, type Row, type Table, tableOf } from "../../numbers/table.ts";
import { addressAlso } from "../../ui/address.ts";

/** A row for each survey, then one for each value of a dimension. @param query the page's address */
export function overviewTables(overview: Overview, by: Dimension, query: URLSearchParams): Table[] {
  const asked = filtersIn(query);
  const trend = `Sessions by day${overview.lastDay ? ` to ${overview.lastDay}` : ""}`;
  const surveys: Table = {
    name: "surveys",
    title: "Surveys",
    note: "Below each rate is its 95% confidence interval (Wilson). The sparkline is sessions on the last 14 days.",
    columns: [text("Survey"), ...numberColumns, { name: trend, unit: "trend" }],
    rows: overview.surveys.map((row) => ({
      cells: cellsOf(row),
      links: [{ text: "Numbers", href: `/graphs/${row.value}/numbers?${asked}` }],
    })),
  };
  const included = new URLSearchParams(asked);
  included.delete("except", by);
  const values: Table = {
    name: "values",
    title: `All surveys by ${dimensionNames[by].toLowerCase()}`,
    columns: [text(dimensionNames[by]), ...numberColumns, { name: trend, unit: "trend" }],
    rows: overview.values.map(
      (row): Row => ({
        cells: cellsOf(row),
        ...(row.value !== null && {
          links: [{ text: "Filter", href: addressAlso(included, by, row.value) }],
        }),
      }),
    ),
  };
  return [surveys, values].map((table) => sorted(tableOf(table), query));
}

const numberColumns: Column[] = [
  ...as("count", "First views", "Bounces", "Sessions", "Leads", "Qualified"),
  ...shareColumns("Bounce rate", "bad"),
  ...shareColumns("Leads per session", "good"),
  ...shareColumns("Qualified per session", "good"),
  ...shareColumns("Leads per first view", "good"),
];

function cellsOf({ value, views, sessions, leads, qualified, days }: OverviewRow): Cell[] {
  return [
    value ?? "All others",
    views,
    views === null ? null : Math.max(0, views - sessions),
    sessions,
    leads,
    qualified,
    ...(views === null ? [null, null, null] : shareCells(Math.max(0, views - sessions), views)),
    ...shareCells(leads, sessions),
    ...shareCells(qualified, sessions),
    ...(views === null ? [null, null, null] : shareCells(leads, views)),
    days.join(" "),
  ];
}

/** Parameters that the pages of one survey do not have. */
const ofThePage = ["by", "sort", "order"];

/** The filters of the page's address, which links to the pages of one survey keep. */
export function filtersIn(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...query].filter(([name]) => !ofThePage.includes(name)));
}
