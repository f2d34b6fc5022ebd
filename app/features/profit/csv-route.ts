import type { LoaderFunctionArgs } from "@remix-run/node";
import { mayAs } from "../../../services/console/roles.ts";
import { profitOf } from "../../../services/features/profit/profit.ts";
import { masked } from "../../../services/operations/text.ts";
import { byteOrderMark, csvLine, spreadsheetLine } from "../../../services/providers/csv.ts";
import { demandViewer } from "../../server/sessions/console-access.ts";
import { access } from "./feature.ts";
import { askedIn } from "./load.ts";

const amounts = ["sold_cents", "back_cents", "payout_cents", "cost_cents", "profit_cents"];

/** The page's rows as a table, in cents. */
export async function loader(args: LoaderFunctionArgs) {
  const { role } = await demandViewer(args, access);
  const isWhole = mayAs(role, "leads");
  const { store, settings } = args.context.services;
  const query = new URL(args.request.url).searchParams;
  const { chosen, faults, period, of } = askedIn(query, settings.siteTimeZone);
  const [fault] = Object.entries(faults);
  if (fault) throw new Response(`${fault[0]}: ${fault[1]}`, { status: 422 });
  const isForSpreadsheet = query.get("for") === "spreadsheet";
  const lineFor = isForSpreadsheet ? spreadsheetLine : csvLine;
  const names = chosen.by === "sub id" ? ["affiliate", "sub_id"] : [chosen.by];
  const rows = await store.profit.rows(chosen.by, period, settings.siteTimeZone, of);
  const lines = rows.map((row) => {
    const own = chosen.by === "sub id" ? [row.name, row.subId ?? ""] : [row.name];
    const { sales, sold, back, payout, cost } = row;
    return lineFor([
      ...own.map((text) => (isWhole ? text : masked(text))),
      ...[sales, sold, back, payout, cost ?? "", profitOf(row)].map(String),
    ]);
  });
  const text = [lineFor([...names, "sales", ...amounts]), ...lines].join("");
  return new Response((isForSpreadsheet ? byteOrderMark : "") + text, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": 'attachment; filename="profit.csv"',
    },
  });
}
