import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { type BreakdownName, fewSessions } from "../../../../../services/analytics/breakdown.ts";
import type { Choice, Numbers } from "../../../../../services/analytics/types.ts";
import { titlesIn } from "../../../ui/title-of.ts";
import type { BreakdownShown } from "../../breakdown/breakdown-page.tsx";
import { valueInWords } from "../../breakdown/value-of.ts";
import { flagPrefix } from "../../names.ts";
import { askedBy } from "../asked.ts";
import { demandSurvey, reasonOf } from "../load.ts";
import { dividedBy, groupsToChoose, namesToChoose } from "./asked-breakdown.ts";
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
    names: namesToChoose(),
    groups: {},
    fewSessions,
  };
  if (!asked || Object.keys(wrongParts).length > 0) return data(shown, { status: 422 });
  const { analytics } = args.context.services;
  try {
    const [numbers, breakdown] = await Promise.all([
      analytics.query(asked.query),
      analytics.breakdown(asked.query, divided.by, divided.and, divided.against),
    ]);
    const { by, and } = divided;
    const titleOf = titlesIn(view);
    const views = and ? undefined : viewsBy(by, numbers);
    const cells = breakdownTable(breakdown, divided, { titleOf, code: view.code, query: params, views });
    const heat = and ? [heatTable(breakdown, { by, and }, titleOf, params)] : [];
    const names = namesToChoose(numbers.choices.flags);
    const groups = groupsToChoose(breakdown, (value) => valueInWords(by, value, 0, titleOf));
    return data({ ...shown, numbers, breakdown, tables: [cells, ...heat], names, groups });
  } catch (error) {
    return data({ ...shown, unavailable: reasonOf(error) }, { status: 503 });
  }
}

/** First views of each value, where they are known for all of them: nobody knows a bounce's result, day of the week or sub id. */
function viewsBy(by: BreakdownName, { choices }: Numbers): ReadonlyMap<string, number> | undefined {
  const { flags, ...dimensions } = choices;
  const all = by.startsWith(flagPrefix)
    ? flags[by.slice(flagPrefix.length)]
    : (dimensions as Record<string, Choice[] | undefined>)[by];
  const known = (all ?? []).flatMap(({ value, views }) => (views === null ? [] : [[value, views] as const]));
  return known.length > 0 && known.length === all?.length ? new Map(known) : undefined;
}
