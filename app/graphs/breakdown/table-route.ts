import type { LoaderFunctionArgs } from "@remix-run/node";
import { loadBreakdown } from "../numbers/answers/breakdown/load.ts";
import { tableAnswer } from "../numbers/answers/table-answer.ts";

/** `/graphs/{code}/numbers/breakdown/cells.csv` or `.parquet`: the page's cells, one a line, with the same filters. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { data, init } = await loadBreakdown(args);
  const { view, numbers, tables, wrong, unavailable } = data;
  const words = unavailable ?? Object.values(wrong).join(" ");
  const asked = new URL(args.request.url).searchParams.toString();
  const about = numbers ? { code: view.code, asked, asOf: numbers.asOf } : undefined;
  return tableAnswer(view.code, args.params.table!, numbers && tables, words, init?.status ?? 200, about);
}
