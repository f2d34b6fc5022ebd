import type { LoaderFunctionArgs } from "@remix-run/node";
import { loadNumbers } from "./answers/load.ts";
import { tableAnswer } from "./answers/table-answer.ts";

/** `/graphs/{code}/numbers/steps.csv` or `.parquet`: a table of the page with the same filters. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { data, init } = await loadNumbers(args);
  const { chart, numbers, tables, wrong, unavailable } = data;
  const words = unavailable ?? Object.values(wrong).join(" ");
  const asked = new URL(args.request.url).searchParams.toString();
  const about = numbers ? { code: chart.view.code, asked, asOf: numbers.asOf } : undefined;
  return tableAnswer(
    chart.view.code,
    args.params.table!,
    numbers && tables,
    words,
    init?.status ?? 200,
    about,
  );
}
