import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { variants } from "../../../../machines/registry.ts";
import type { Overview, OverviewRow } from "../../../../services/analytics/index/overview.ts";
import { viewOfVariant } from "../../../../services/analytics/session.ts";
import {
  type Dimension,
  deviceClasses,
  dimensions,
  type Query,
} from "../../../../services/analytics/types.ts";
import type { Services } from "../../../../services/index.ts";
import { demandAccess } from "../../../server/graph-access.ts";
import { judged } from "../../experiments/answers/load.ts";
import { askedBy } from "../../numbers/answers/asked.ts";
import { as, shareCells, shareColumns, text } from "../../numbers/answers/columns.ts";
import { reasonOf } from "../../numbers/answers/load.ts";
import { dimensionNames } from "../../numbers/names.ts";
import { sorted } from "../../numbers/sort.ts";
import { type Cell, type Column, type Row, type Table, tableOf } from "../../numbers/table.ts";
import { addressAlso } from "../../ui/address.ts";
import type { NextStep } from "../next-steps.tsx";
import type { OverviewShown } from "../overview-page.tsx";
import { nextSteps } from "./next-steps.ts";

/** A row for each survey, then one for each value of a dimension. @param query the page's address */
function overviewTables(overview: Overview, by: Dimension, query: URLSearchParams): Table[] {
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
function filtersIn(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...query].filter(([name]) => !ofThePage.includes(name)));
}

const ofOneSurvey = ["with", "without", "endingAt"];

/**
 * All surveys under the filters that a page's address asks for: 422 when it asks for what cannot be, 503 while there are no
 * numbers.
 * @throws Response 404 for who may not see them
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
  if (!asked || Object.keys(wrong).length > 0) return data(shown, { status: 422 });
  try {
    const overview = await services.analytics.overview({ by, ...asked.query });
    const steps = await stepsOf(services, overview, asked.query, params);
    return data({ ...shown, overview, steps, tables: overviewTables(overview, by, params) });
  } catch (error) {
    return data({ ...shown, unavailable: reasonOf(error) }, { status: 503 });
  }
}

/** What to do next is looked for in so many surveys, those with the most leads. */
const mostSurveys = 5;

async function stepsOf(
  services: Services,
  { surveys }: Overview,
  { data: kind = "real", filters }: Omit<Query, "variant">,
  params: URLSearchParams,
): Promise<NextStep[]> {
  const { analytics, settings } = services;
  const codes = surveys
    .slice(0, mostSurveys)
    .flatMap(({ value }) => (value && variants.has(value) ? [value] : []));
  const counted = codes.map(async (code) => {
    const query = { variant: code, data: kind, filters };
    const [numbers, outcomes, outages] = await Promise.all([
      analytics.query(query),
      analytics.outcomes(query),
      analytics.outages(query),
    ]);
    const fast = { ...query, filters: { ...filters, pace: "fast" as const } };
    const tooFast = numbers.setApart > 0 ? await analytics.query(fast) : null;
    return { view: viewOfVariant({ variant: variants.get(code)! }), numbers, outcomes, outages, tooFast };
  });
  const experiments = settings.experiments.list.map(async (experiment) => {
    const { report } = await judged(services, experiment, kind);
    return report ? [{ id: experiment.id, report }] : [];
  });
  return nextSteps({
    surveys: await Promise.all(counted),
    experiments: (await Promise.all(experiments)).flat(),
    asked: filtersIn(params),
    timeZone: settings.siteTimeZone,
  });
}
