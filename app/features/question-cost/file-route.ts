import type { LoaderFunctionArgs } from "@remix-run/node";
import { fileAnswer, noFile } from "../numbers/tables/answers/table-file.ts";
import { loadQuestionCost } from "./load.ts";

/** The page's table as a file: `/graphs/c/question-cost/csv`. @throws Response 404 for an unknown format */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { code, table, at, unavailable = "" } = await loadQuestionCost(args);
  if (!table || at === undefined) return noFile(unavailable, 503);
  const asked = new URL(args.request.url).searchParams.toString();
  return fileAnswer(table, args.params.as ?? "", { code, asked, asOf: at });
}
