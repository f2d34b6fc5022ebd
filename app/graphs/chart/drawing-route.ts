import type { LoaderFunctionArgs } from "@remix-run/node";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { demandAccess, notHere } from "../../server/graph-access.ts";
import { asksForWide, chartOf } from "../chart-of.ts";
import { StepGraph } from "../drawing/step-graph.tsx";

/** The drawing by itself. */
export async function loader(args: LoaderFunctionArgs) {
  await demandAccess(args);
  const wide = asksForWide(new URL(args.request.url).searchParams);
  const chart = await chartOf(args.params.code!, wide);
  if (!chart) throw notHere();
  const { view, layout } = chart;
  return new Response(renderToStaticMarkup(createElement(StepGraph, { view, layout })), {
    headers: { "Content-Type": "image/svg+xml; charset=utf-8", "Cache-Control": "private, max-age=300" },
  });
}
