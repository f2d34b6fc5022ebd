import type { LoaderFunctionArgs } from "@remix-run/node";
import { mayAs } from "../../../services/console/roles.ts";
import { tableFile } from "../../server/answers/table-file.ts";
import { demandViewer } from "../../server/sessions/console-access.ts";
import { access } from "./feature.ts";
import { numbersLines } from "./load-numbers.ts";

/** The page's rows as a table. */
export async function loader(args: LoaderFunctionArgs) {
  const { role } = await demandViewer(args, access);
  const query = new URL(args.request.url).searchParams;
  return tableFile(query, "returns", await numbersLines(query, args.context, mayAs(role, "leads")));
}
