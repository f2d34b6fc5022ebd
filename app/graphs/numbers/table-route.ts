import type { LoaderFunctionArgs } from "@remix-run/node";
import { csvAnswer } from "./answers/csv-answer.ts";
import { loadNumbers } from "./answers/load.ts";

/** `/graphs/{code}/numbers/steps.csv`: a table of the page with the same filters. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { data, init } = await loadNumbers(args);
  const { chart, numbers, tables, wrong, unavailable } = data;
  const words = unavailable ?? Object.values(wrong).join(" ");
  const asked = new URL(args.request.url).searchParams.toString();
  const about = numbers ? { code: chart.view.code, asked, asOf: numbers.asOf } : undefined;
  return csvAnswer(chart.view.code, args.params.table!, numbers && tables, words, init?.status ?? 200, about);
}
