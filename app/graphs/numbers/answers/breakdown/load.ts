import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { fewSessions } from "../../../../../services/analytics/breakdown.ts";
import type { BreakdownShown } from "../../../breakdown/breakdown-page.tsx";
import { viewsOf } from "../../../saved-views/answers/views-of.ts";
import { titlesIn } from "../../../ui/title-of.ts";
import { askedBy } from "../asked.ts";
import { demandSurvey, reasonOf } from "../load.ts";
import { dividedBy, namesToChoose } from "./asked-breakdown.ts";
import { breakdownTable, heatTable } from "./tables.ts";

/**
 * The sessions that a page's address asks for, divided as it says: 422 when it asks for what cannot be, 503 while there
 * are no numbers.
 * @throws Response 404 for who may not see them, and where there is no such survey
 */
export async function loadBreakdown(args: LoaderFunctionArgs) {
  const { chart, params } = await demandSurvey(args);
  const { view } = chart;
  const { asked, wrong } = askedBy(view.code, params);
  const { divided, wrong: wrongParts } = dividedBy(params);
  const shown: BreakdownShown = {
    view,
    divided,
    wrong: { ...wrong, ...wrongParts },
    numbers: null,
    breakdown: null,
    tables: [],
    views: [],
    names: namesToChoose(),
    fewSessions,
  };
  if (!asked || Object.keys(wrongParts).length > 0) return data(shown, { status: 422 });
  const { analytics } = args.context.services;
  try {
    const [numbers, breakdown, views] = await Promise.all([
      analytics.query(asked.query),
      analytics.breakdown(asked.query, divided.by, divided.and),
      viewsOf(args.context, view.code),
    ]);
    const { by, and } = divided;
    const titleOf = titlesIn(view);
    const cells = breakdownTable(breakdown, divided, titleOf, view.code, params);
    const heat = and ? [heatTable(breakdown, { by, and }, titleOf, params)] : [];
    const names = namesToChoose(numbers.choices.flags);
    return data({ ...shown, numbers, breakdown, tables: [cells, ...heat], views, names });
  } catch (error) {
    return data({ ...shown, unavailable: reasonOf(error) }, { status: 503 });
  }
}
