import type { LoaderFunctionArgs } from "@remix-run/node";
import { svgAnswer } from "../drawing/svg-answer.ts";
import { loadNumbers } from "./answers/load.ts";
import { weightsOf } from "./weights-of.ts";

/** `/graphs/{code}/numbers/drawing.svg`: the page's drawing with its numbers, under the same filters. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { data, init } = await loadNumbers(args);
  const { chart, asked, numbers, wrong, unavailable } = data;
  if (!numbers || !asked) {
    const words = unavailable ?? Object.values(wrong).join(" ");
    const headers = { "Content-Type": "text/plain; charset=utf-8" };
    return new Response(`${words}\n`, { status: init?.status, headers });
  }
  const { view, layout } = chart;
  return svgAnswer({ view, layout, weights: weightsOf(numbers, asked.measure) }, 0);
}
