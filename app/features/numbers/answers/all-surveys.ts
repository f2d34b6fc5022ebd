import type { LoaderFunctionArgs } from "@remix-run/node";
import { deviceClasses } from "../../../../services/analytics/device.ts";
import type { Overview, OverviewRow } from "../../../../services/features/numbers/index/overview.ts";
import { type Dimension, dimensions } from "../../../../services/features/numbers/types.ts";
import { addressAlso } from "../../../graphs/ui/address.ts";
import { demandAccess } from "../../../server/sessions/graph-access.ts";
import type { OverviewShown } from "../all-route.tsx";
import { dimensionNames } from "../query.ts";
import { as, bouncesOf, shareCells, shareColumns, text } from "../tables/answers/columns.ts";
import { type Cell, type Column, type Row, sorted, type Table, tableOf } from "../tables/table.ts";
import { answered, askedBy } from "./asked.ts";
import { loadNextSteps } from "./next-steps.ts";

/** A row for each survey, then one for each value of a dimension. @param query the page's address */
function overviewTables(overview: Overview, by: Dimension, query: URLSearchParams): Table[] {
  const asked = filtersIn(query);
  const trend = `Sessions by day${overview.lastDay ? ` to ${overview.lastDay}` : ""}`;
  const surveys: Table = {
    name: "surveys",
    title: "Surveys",
    note: "Rates count sessions that began at least 30 minutes ago; below each is its 95% confidence interval (Wilson). The sparkline is sessions on the last 14 days.",
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

function cellsOf({ value, views, sessions, leads, qualified, days, ...row }: OverviewRow): Cell[] {
  const { rated, ratedViews: beside } = row;
  const seen = views === null ? null : beside.views;
  return [
    value ?? "All others",
    views,
    bouncesOf(views, sessions),
    sessions,
    leads,
    qualified,
    ...shareCells(bouncesOf(seen, beside.sessions), seen),
    ...shareCells(rated.leads, rated.sessions),
    ...shareCells(rated.qualified, rated.sessions),
    ...shareCells(beside.leads, seen),
    days.join(" "),
  ];
}

/** Parameters that the pages of one survey do not have. */
const ofThePage = ["by", "sort", "order"];

/** The filters in the page's address, which links to the pages of one survey keep. */
function filtersIn(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...query].filter(([name]) => !ofThePage.includes(name)));
}

/** Filters by a step, which only the pages of one survey have. */
const ofOneSurvey = ["with", "without", "endingAt"];

/**
 * The overview of all surveys under the filters of a page's address.
 * @throws Response 404 for viewers without access
 */
export async function loadOverview(args: LoaderFunctionArgs) {
  await demandAccess(args, "numbers");
  const { services } = args.context;
  const params = new URL(args.request.url).searchParams;
  const { asked, wrong } = askedBy("", params);
  const by = (params.get("by") || "affiliate") as Dimension;
  if (!dimensions.includes(by)) wrong.by = `Choose one of these: ${dimensions.join(", ")}.`;
  for (const name of ofOneSurvey)
    if (params.get(name))
      wrong[name] = `“${name}” filters by a step, so it works on the pages of one survey only.`;
  const shown: OverviewShown = { by, devices: deviceClasses, wrong, overview: null, steps: [], tables: [] };
  return answered(shown, asked, async ({ query }) => {
    const overview = await services.running.numbers.overview({ by, ...query });
    const steps = await loadNextSteps(services, overview, query, filtersIn(params));
    return { overview, asOf: overview.asOf, steps, tables: overviewTables(overview, by, params) };
  });
}
