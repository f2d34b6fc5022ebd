import type { LoaderFunctionArgs } from "@remix-run/node";
import { csvAnswer } from "./answers/csv-answer.ts";
import { loadCompared } from "./answers/load.ts";

/** `/graphs/{code}/numbers/compare/whole.csv`: a table of the page with the same two sides. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { data, init } = await loadCompared(args);
  const { view, compared, tables, wrong, unavailable } = data;
  const words = unavailable ?? [...Object.values(wrong.a), ...Object.values(wrong.b)].join(" ");
  return csvAnswer(view.code, args.params.table!, compared && tables, words, init?.status ?? 200);
}
