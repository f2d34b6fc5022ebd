import type { LoaderFunctionArgs } from "@remix-run/node";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { demandAccess, notHere } from "../../server/graph-access.ts";
import { asksForMainWay, asksForWide, chartOf } from "../chart-of.ts";
import { StepGraph } from "../drawing/step-graph.tsx";

/** The drawing by itself. */
export async function loader(args: LoaderFunctionArgs) {
  await demandAccess(args);
  const { searchParams } = new URL(args.request.url);
  const chart = await chartOf(args.params.code!, asksForWide(searchParams), asksForMainWay(searchParams));
  if (!chart) throw notHere();
  const { view, layout } = chart;
  return new Response(renderToStaticMarkup(createElement(StepGraph, { view, layout })), {
    headers: { "Content-Type": "image/svg+xml; charset=utf-8", "Cache-Control": "private, max-age=300" },
  });
}
