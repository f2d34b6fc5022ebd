import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { StepGraph, type StepGraphProps } from "./step-graph.tsx";

/** A drawing by itself, as a picture for other programs. @param maxAge so long it may be kept, in seconds */
export function svgAnswer(drawing: StepGraphProps, maxAge: number): Response {
  return new Response(renderToStaticMarkup(createElement(StepGraph, drawing)), {
    headers: {
      "Content-Type": "image/svg+xml; charset=utf-8",
      "Cache-Control": maxAge > 0 ? `private, max-age=${maxAge}` : "no-store",
    },
  });
}
