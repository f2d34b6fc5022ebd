import type { LoaderFunctionArgs } from "@remix-run/node";
import { AnalyticsUnavailable } from "../../../services/analytics/client.ts";
import { isTableFormat } from "../../../services/table-files/formats.ts";
import { demandAccess, notHere } from "../../server/sessions/graph-access.ts";
import { chartOf } from "../chart-of.ts";
import { askedBy } from "../numbers/answers/asked.ts";
import { fileHeaders } from "../numbers/answers/table-answer.ts";

/**
 * `/graphs/{code}/sessions/parquet`: the sessions that the filters of the numbers leave, one row each, written while
 * they are read; 422 and 503 as on the page.
 */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  await demandAccess(args, "numbers");
  const { code = "", as: format = "" } = args.params;
  if (!(await chartOf(code)) || !isTableFormat(format)) throw notHere();
  const params = new URL(args.request.url).searchParams;
  const { asked, wrong } = askedBy(code, params);
  if (!asked) return words(Object.values(wrong).join(" "), 422);
  // Packed in one piece it would have to be held whole.
  const headers = { ...fileHeaders(code, "sessions", format), "Cache-Control": "no-store, no-transform" };
  if (args.request.method === "HEAD") return new Response(null, { headers });
  try {
    const file = await args.context.services.analytics.sessions(asked.query, params.toString(), format);
    return new Response(file as BodyInit, { headers });
  } catch (error) {
    if (error instanceof AnalyticsUnavailable) return words(error.message, 503);
    throw error;
  }
}

function words(text: string, status: number): Response {
  return new Response(`${text}\n`, { status, headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
