import type { LoaderFunctionArgs } from "@remix-run/node";
import { mayAs } from "../../../services/console/roles.ts";
import { depthOf, profitOf } from "../../../services/features/profit/profit.ts";
import { masked } from "../../../services/operations/text.ts";
import { tableFile } from "../../server/answers/table-file.ts";
import { demandViewer } from "../../server/sessions/console-access.ts";
import { access } from "./feature.ts";
import { demandAsked } from "./load.ts";

const amounts = ["sold_cents", "back_cents", "payout_cents", "cost_cents", "profit_cents"];

/** The page's rows as a table, in cents. */
export async function loader(args: LoaderFunctionArgs) {
  const { role } = await demandViewer(args, access);
  const isWhole = mayAs(role, "leads");
  const { store, settings } = args.context.services;
  const query = new URL(args.request.url).searchParams;
  const { chosen, period, of } = demandAsked(query, settings.siteTimeZone);
  const isPair = depthOf[chosen.by] !== undefined;
  const rows = await store.profit.rows(chosen.by, period, settings.siteTimeZone, of);
  const lines = rows.map((row) => {
    const { name, subId = "", sales, sold, back, payout, cost } = row;
    const shown = (text: string) => (isWhole ? text : masked(text));
    return [
      shown(name),
      ...(isPair ? [shown(subId)] : []),
      ...[sales, sold, back, payout, cost ?? "", profitOf(row)].map(String),
    ];
  });
  const names = isPair ? ["affiliate", chosen.by.replace(" ", "_")] : [chosen.by];
  return tableFile(query, "profit", [[...names, "sales", ...amounts], ...lines]);
}
