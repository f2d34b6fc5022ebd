import type { LoaderFunctionArgs } from "@remix-run/node";
import { tableFile } from "../../server/answers/table-file.ts";
import { demandGuest } from "../../server/sessions/console-access.ts";
import { salesTable } from "./load.ts";

/** A month's lines as a table. */
export async function loader(args: LoaderFunctionArgs) {
  const guest = await demandGuest(args);
  const query = new URL(args.request.url).searchParams;
  const { name, rows } = await salesTable(query, guest, args.context);
  return tableFile(query, name, rows);
}
