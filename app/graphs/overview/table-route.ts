import type { LoaderFunctionArgs } from "@remix-run/node";
import { tableAnswer } from "../numbers/answers/table-answer.ts";
import { loadOverview } from "./answers/load.ts";

/** `/graphs/numbers/surveys.csv` or `.parquet`: a table of the page with the same filters. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { data, init } = await loadOverview(args);
  const { overview, tables, wrong, unavailable } = data;
  const words = unavailable ?? Object.values(wrong).join(" ");
  const asked = new URL(args.request.url).searchParams.toString();
  const about = overview ? { asked, asOf: overview.asOf } : undefined;
  return tableAnswer("all", args.params.table!, overview && tables, words, init?.status ?? 200, about);
}
