import type { LoaderFunctionArgs } from "@remix-run/node";
import { loadSeries } from "../numbers/answers/series/load.ts";
import { tableAnswer } from "../numbers/answers/table-answer.ts";

/** `/graphs/{code}/numbers/over-time/steps.csv` or `.parquet`: a table of the page with the same filters. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { data, init } = await loadSeries(args);
  const { view, numbers, tables, wrong, unavailable } = data;
  const words = unavailable ?? Object.values(wrong).join(" ");
  const asked = new URL(args.request.url).searchParams.toString();
  const about = numbers ? { code: view.code, asked, asOf: numbers.asOf } : undefined;
  return tableAnswer(view.code, args.params.table!, numbers && tables, words, init?.status ?? 200, about);
}
