import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { StepGraph, type StepGraphProps } from "./step-graph.tsx";

/** A drawing as an SVG file. @param maxAge how long it may be cached, in seconds */
export function svgAnswer(drawing: StepGraphProps, maxAge: number): Response {
  return new Response(renderToStaticMarkup(createElement(StepGraph, drawing)), {
    headers: {
      "Content-Type": "image/svg+xml; charset=utf-8",
      "Cache-Control": maxAge > 0 ? `private, max-age=${maxAge}` : "no-store",
    },
  });
}
