import type { LoaderFunctionArgs } from "@remix-run/node";
import { mayAs } from "../../../services/console/roles.ts";
import { lineColumns, lineRows } from "../../../services/features/books/statements.ts";
import { tableFile } from "../../server/answers/table-file.ts";
import { demandViewer } from "../../server/sessions/console-access.ts";
import { access } from "./feature.ts";
import { demandAsked, fieldsFor } from "./load.ts";

/** Larger exports are made by command, which does not keep them in memory. */
const most = 20_000;

/** The lines of a filter as a table, the oldest first. */
export async function loader(args: LoaderFunctionArgs) {
  const { role } = await demandViewer(args, access);
  const isWhole = mayAs(role, "leads");
  const { store, settings } = args.context.services;
  const query = new URL(args.request.url).searchParams;
  const { filter } = demandAsked(query, settings.siteTimeZone);
  const lines: unknown[][] = [[...lineColumns]];
  for await (const row of lineRows(store.books.ledger, filter)) {
    if (lines.length > most)
      throw new Response(`These are more than ${most} lines: claimpath sales writes them all.`, {
        status: 422,
      });
    const shown = fieldsFor(row, isWhole);
    lines.push(lineColumns.map((name) => shown[name]));
  }
  return tableFile(query, "sales", lines);
}
