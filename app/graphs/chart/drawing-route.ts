import type { LoaderFunctionArgs } from "@remix-run/node";
import { demandAccess, notHere } from "../../server/sessions/graph-access.ts";
import { asksForMainWay, asksForWide, chartOf } from "../chart-of.ts";
import { svgAnswer } from "../drawing/svg-answer.ts";

/** The drawing as an SVG file. */
export async function loader(args: LoaderFunctionArgs) {
  await demandAccess(args);
  const { searchParams } = new URL(args.request.url);
  const chart = await chartOf(args.params.code!, asksForWide(searchParams), asksForMainWay(searchParams));
  if (!chart) throw notHere();
  const { view, layout } = chart;
  return svgAnswer({ view, layout }, 300);
}
