import type { Overview, OverviewRow } from "../../../../services/analytics/overview.ts";
import type { Dimension } from "../../../../services/analytics/types.ts";
import { as, shareCells, shareColumns, text } from "../../numbers/answers/columns.ts";
import { dimensionNames } from "../../numbers/names.ts";
import { sorted } from "../../numbers/sort.ts";
import { type Cell, type Column, type Row, type Table, tableOf } from "../../numbers/table.ts";
import { addressAlso } from "../../ui/address.ts";

/** All surveys, and all values of a dimension, as tables. @param query the page's address */
export function overviewTables(overview: Overview, by: Dimension, query: URLSearchParams): Table[] {
  const asked = new URLSearchParams([...query].filter(([name]) => !ofThePage.includes(name)));
  const trend = `Sessions by day${overview.lastDay ? ` to ${overview.lastDay}` : ""}`;
  const surveys: Table = {
    name: "surveys",
    title: "Surveys",
    note: "Below a rate is its 95 % interval (Wilson). The line is sessions of the last 14 days.",
    columns: [text("Survey"), ...numberColumns, { name: trend, unit: "trend" }],
    rows: overview.surveys.map((row) => ({
      cells: cellsOf(row),
      links: [{ text: "Numbers", href: `/graphs/${row.value}/numbers?${asked}` }],
    })),
  };
  const values: Table = {
    name: "values",
    title: `All surveys by ${dimensionNames[by].toLowerCase()}`,
    columns: [text(dimensionNames[by]), ...numberColumns, { name: trend, unit: "trend" }],
    rows: overview.values.map(
      (row): Row => ({
        cells: cellsOf(row),
        ...(row.value !== null && {
          links: [{ text: "Only these", href: addressAlso(asked, by, row.value) }],
        }),
      }),
    ),
  };
  return [surveys, values].map((table) => sorted(tableOf(table), query));
}

const numberColumns: Column[] = [
  ...as("count", "Views", "Bounces", "Sessions", "Leads", "Qualified"),
  ...shareColumns("Leads of sessions"),
  ...shareColumns("Qualified of sessions"),
  ...shareColumns("Leads of views"),
];

function cellsOf({ value, views, sessions, leads, qualified, days }: OverviewRow): Cell[] {
  return [
    value ?? "All others",
    views,
    views === null ? null : Math.max(0, views - sessions),
    sessions,
    leads,
    qualified,
    ...shareCells(leads, sessions),
    ...shareCells(qualified, sessions),
    ...(views === null ? [null, null, null] : shareCells(leads, views)),
    days.join(" "),
  ];
}

/** What the address of this page says that a survey's does not. */
const ofThePage = ["by", "sort", "order"];
