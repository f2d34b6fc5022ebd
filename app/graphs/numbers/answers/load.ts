import { type ActionFunctionArgs, data } from "@remix-run/node";
import { variants } from "../../../../machines/registry.ts";
import { AnalyticsUnavailable } from "../../../../services/analytics/client.ts";
import { namingOf } from "../../../../services/providers/buyers.ts";
import { demandAccess, notHere } from "../../../server/sessions/graph-access.ts";
import { asksForWide, chartOf } from "../../chart-of.ts";
import type { ComparedShown } from "../compare-page.tsx";
import type { NumbersShown } from "../numbers-page.tsx";
import { sideOf } from "../side-of.ts";
import { askedBy } from "./asked.ts";
import { comparedTables } from "./compared-tables.ts";
import { notesOf } from "./notes/notes-of.ts";
import { tablesOf } from "./tables.ts";

/**
 * The numbers that a page's address asks for: 422 when it asks for what cannot be, 503 while there are none.
 * @throws Response 404 for who may not see them, and where there is no such survey
 */
export async function loadNumbers(args: ActionFunctionArgs) {
  const { chart, params } = await demandSurvey(args);
  const { asked, wrong } = askedBy(chart.view.code, params);
  const { services } = args.context;
  const naming = namingOf(chart.view.code, services.settings);
  const shown: NumbersShown = {
    chart,
    naming,
    asked,
    wrong,
    numbers: null,
    tables: [],
    notes: [],
  };
  if (!asked) return data(shown, { status: 422 });
  try {
    const [numbers, outcomes, notes] = await Promise.all([
      services.analytics.query(asked.query),
      services.analytics.outcomes(asked.query),
      notesOf(args.context, chart.view, asked.query.filters),
    ]);
    const tables = tablesOf(numbers, chart.view, outcomes, params, notes);
    return data({ ...shown, numbers, tables, notes });
  } catch (error) {
    return data({ ...shown, unavailable: reasonOf(error) }, { status: 503 });
  }
}

/** The same of two sides. @throws Response 404 as above */
export async function loadCompared(args: ActionFunctionArgs) {
  const { chart, params } = await demandSurvey(args);
  const [a, b] = (["a", "b"] as const).map((side) => askedOf(chart.view.code, sideOf(params, side)));
  const shown: ComparedShown = {
    view: chart.view,
    charts: [],
    codes: [...variants.keys()],
    wrong: { a: a!.wrong, b: b!.wrong },
    compared: null,
    tables: [],
  };
  if (!a!.asked || !b!.asked) return data(shown, { status: 422 });
  const codes = new Set([a!.asked.query.variant, b!.asked.query.variant]);
  const charts = await Promise.all(
    [...codes].map(async (code) => (await chartOf(code, asksForWide(params)))!),
  );
  const { view } = charts[0]!;
  try {
    const compared = await args.context.services.analytics.compare(a!.asked.query, b!.asked.query);
    return data({ ...shown, view, charts, compared, tables: comparedTables(compared, view, params) });
  } catch (error) {
    return data({ ...shown, view, unavailable: reasonOf(error) }, { status: 503 });
  }
}

/** What one side asks. */
export function askedOf(code: string, params: URLSearchParams) {
  const variant = params.get("variant") ?? code;
  if (!variants.has(variant))
    return { asked: undefined, wrong: { variant: `There is no survey ${variant}.` } };
  return askedBy(variant, params);
}

/** The survey that an address names. @throws Response 404 as above */
export async function demandSurvey(args: ActionFunctionArgs) {
  await demandAccess(args, "numbers");
  const code = args.params.code!;
  const params = new URL(args.request.url).searchParams;
  const chart = variants.has(code) ? await chartOf(code, asksForWide(params)) : undefined;
  if (!chart) throw notHere();
  return { chart, params };
}

/** Why there are no numbers, in words. @throws the error, where it is another */
export function reasonOf(error: unknown): string {
  if (error instanceof AnalyticsUnavailable) return error.message;
  throw error;
}
