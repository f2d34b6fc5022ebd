import type { LoaderFunctionArgs } from "@remix-run/node";
import { AnalyticsUnavailable } from "../../../services/features/numbers/client.ts";
import { isTableFormat } from "../../../services/features/numbers/formats.ts";
import { chartOf } from "../../graphs/chart-of.ts";
import { svgAnswer } from "../../graphs/drawing/svg-answer.ts";
import { demandAccess, notHere } from "../../server/sessions/graph-access.ts";
import { loadOverview } from "./answers/all-surveys.ts";
import { askedBy } from "./answers/asked.ts";
import { loadNumbers } from "./answers/by-step.ts";
import { loadBreakdown } from "./answers/by-value.ts";
import { loadSeries } from "./answers/over-time.ts";
import { loadCompared } from "./answers/two-sides.ts";
import { showIn } from "./query.ts";
import type { Shown } from "./query-page.tsx";
import { fileAnswer, fileHeaders, noFile } from "./tables/answers/table-file.ts";
import { weightsOf } from "./weights.ts";

/**
 * The pages of numbers as files, under the same filters, and with the same status where there is none: a table
 * (`/graphs/v4nv/numbers/steps.csv`, of all surveys `/graphs/numbers/surveys.parquet`), the drawing
 * (`/graphs/v4nv/numbers/drawing.svg`), or the sessions (`/graphs/v4nv/sessions/csv`).
 */
export function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { table, as } = args.params;
  if (as !== undefined) return sessionsAs(as, args);
  return table === undefined ? drawing(args) : tableFile(table, args);
}

/** @throws Response 404 for an unknown table */
async function tableFile(file: string, args: LoaderFunctionArgs): Promise<Response> {
  const { code } = args.params;
  const { searchParams } = new URL(args.request.url);
  const show = showIn(searchParams);
  if (code !== undefined && show === "notes") throw notHere();
  const loads = { steps: loadNumbers, values: loadBreakdown, time: loadSeries, sides: loadCompared };
  const load = code === undefined || show === "notes" ? loadOverview : loads[show];
  const { data, init } = await load(args);
  const { tables, asOf } = data;
  if (asOf === undefined) return inWords(data, init?.status);
  const [, wanted = "", format = ""] = /^(.*)\.(\w+)$/.exec(file) ?? [];
  const table = tables.find(({ name }) => name === wanted);
  return fileAnswer(table, format, { code, asked: searchParams.toString(), asOf });
}

async function drawing(args: LoaderFunctionArgs): Promise<Response> {
  const { data, init } = await loadNumbers(args);
  const { chart, asked, numbers } = data;
  if (!numbers || !asked) return inWords(data, init?.status);
  const { view, layout } = chart;
  return svgAnswer({ view, layout, weights: weightsOf(numbers, asked.measure) }, 0);
}

/** The sessions that the filters leave, one row each, written while they are read. */
async function sessionsAs(format: string, args: LoaderFunctionArgs): Promise<Response> {
  await demandAccess(args, "numbers");
  const { code = "" } = args.params;
  if (!(await chartOf(code)) || !isTableFormat(format)) throw notHere();
  const params = new URL(args.request.url).searchParams;
  const { asked, wrong } = askedBy(code, params);
  if (!asked) return inWords({ wrong }, 422);
  // Packed in one piece it would have to be held whole.
  const headers = { ...fileHeaders(code, "sessions", format), "Cache-Control": "no-store, no-transform" };
  if (args.request.method === "HEAD") return new Response(null, { headers });
  try {
    const file = await args.context.services.running.numbers.sessions(asked.query, params.toString(), format);
    return new Response(file as BodyInit, { headers });
  } catch (error) {
    if (!(error instanceof AnalyticsUnavailable)) throw error;
    return inWords({ wrong, unavailable: error.message }, 503);
  }
}

/** Why there is no file. */
function inWords({ wrong, unavailable }: Pick<Shown, "wrong" | "unavailable">, status = 200): Response {
  return noFile(unavailable ?? Object.values(wrong).join(" "), status);
}
