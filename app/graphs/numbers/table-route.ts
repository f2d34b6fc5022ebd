import type { LoaderFunctionArgs } from "@remix-run/node";
import { notHere } from "../../server/sessions/graph-access.ts";
import { loadBreakdown } from "./answers/breakdown/load.ts";
import { loadCompared, loadNumbers } from "./answers/load.ts";
import { loadSeries } from "./answers/series/load.ts";
import { tableAnswer } from "./answers/table-answer.ts";
import { type Show, showIn } from "./shows.ts";

/** `/graphs/{code}/numbers/steps.csv` or `.parquet`: a table of the page with the same filters. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { code = "", table = "" } = args.params;
  const { searchParams } = new URL(args.request.url);
  const { tables, words, status, asOf } = await asked(args, showIn(searchParams));
  const about = asOf === undefined ? undefined : { code, asked: searchParams.toString(), asOf };
  return tableAnswer(code, table, tables, words, status, about);
}

/** The tables of what is shown, or why there are none. */
async function asked(args: LoaderFunctionArgs, show: Show) {
  if (show === "sides") {
    const { data, init } = await loadCompared(args);
    const { compared, tables, wrong, unavailable } = data;
    const words = unavailable ?? [...Object.values(wrong.a), ...Object.values(wrong.b)].join(" ");
    return { tables: compared && tables, words, status: init?.status ?? 200, asOf: compared?.a.asOf };
  }
  if (show === "notes") throw notHere();
  const load = { steps: loadNumbers, values: loadBreakdown, time: loadSeries }[show];
  const { data, init } = await load(args);
  const { numbers, tables, wrong, unavailable } = data;
  const words = unavailable ?? Object.values(wrong).join(" ");
  return { tables: numbers && tables, words, status: init?.status ?? 200, asOf: numbers?.asOf };
}
