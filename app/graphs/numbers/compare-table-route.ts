import type { LoaderFunctionArgs } from "@remix-run/node";
import { loadCompared } from "./answers/load.ts";
import { tableAnswer } from "./answers/table-answer.ts";

/** `/graphs/{code}/numbers/compare/whole.csv` or `.parquet`: a table of the page with the same two sides. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { data, init } = await loadCompared(args);
  const { view, compared, tables, wrong, unavailable } = data;
  const words = unavailable ?? [...Object.values(wrong.a), ...Object.values(wrong.b)].join(" ");
  const asked = new URL(args.request.url).searchParams.toString();
  const about = compared ? { code: view.code, asked, asOf: compared.a.asOf } : undefined;
  return tableAnswer(view.code, args.params.table!, compared && tables, words, init?.status ?? 200, about);
}
