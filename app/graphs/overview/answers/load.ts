import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { type Dimension, deviceClasses, dimensions } from "../../../../services/analytics/types.ts";
import { demandAccess } from "../../../server/graph-access.ts";
import { askedBy } from "../../numbers/answers/asked.ts";
import { reasonOf } from "../../numbers/answers/load.ts";
import type { OverviewShown } from "../overview-page.tsx";
import { overviewTables } from "./tables.ts";

const ofOneSurvey = ["with", "without", "endingAt"];

/**
 * All surveys under the filters that a page's address asks for: 422 when it asks for what cannot be, 503 while there are no
 * numbers.
 * @throws Response 404 for who may not see them
 */
export async function loadOverview(args: LoaderFunctionArgs) {
  await demandAccess(args, "numbers");
  const params = new URL(args.request.url).searchParams;
  const { asked, wrong } = askedBy("", params);
  const by = (params.get("by") || "affiliate") as Dimension;
  if (!dimensions.includes(by)) wrong.by = `Choose one of these: ${dimensions.join(", ")}.`;
  for (const name of ofOneSurvey)
    if (params.get(name))
      wrong[name] = `“${name}” filters by a step, so it works on the pages of one survey only.`;
  const shown: OverviewShown = { by, devices: deviceClasses, wrong, overview: null, tables: [] };
  if (!asked || Object.keys(wrong).length > 0) return data(shown, { status: 422 });
  try {
    const overview = await args.context.services.analytics.overview({ by, ...asked.query });
    return data({ ...shown, overview, tables: overviewTables(overview, by, params) });
  } catch (error) {
    return data({ ...shown, unavailable: reasonOf(error) }, { status: 503 });
  }
}
