import { charts } from "../../machines/charts.ts";
import { type Graph, graphOf } from "../../machines/graph/graph.ts";
import { mainWayOf } from "../../machines/graph/main-way.ts";
import { type View, viewOf } from "../../machines/graph/view.ts";
import { fits, type Layout } from "./drawing/layout.ts";
import { searchTexts } from "./drawing/search-texts.ts";
import { type PathLengths, pathLengths } from "./list/path-lengths.ts";

/** A chart as its pages show it: plain data. */
export type Chart = {
  graph: Graph;
  /** What is drawn. */
  view: View;
  /** The whole chart, which `view` is unless it was folded. */
  whole: View;
  /** The places in each box that was folded, by its id. */
  folded: Record<string, string[]>;
  layout: Layout;
  lengths: PathLengths;
  /** What each place can be found by besides its title, by its id. */
  texts: Record<string, string>;
  /** True where the committed drawing is of another chart than today's, so that one was made now. */
  isDrawnNow: boolean;
};

const layouts = import.meta.glob<Layout>("./layouts/*.json", { eager: true, import: "default" });
const known = new Map<string, Promise<Chart>>();

/** Codes of all charts. */
export const chartCodes: readonly string[] = charts.map(({ code }) => code);

/** True where an address asks for the drawing from left to right. */
export function asksForWide(params: URLSearchParams): boolean {
  return params.get("layout") === "wide";
}

/** True where an address asks for the chart without its detours. */
export function asksForMainWay(params: URLSearchParams): boolean {
  return params.get("fold") === "main";
}

/**
 * The chart with this code, where there is one. Its drawing is the committed one as long as that shows the chart of
 * today; else it is made now, so that an edit never leaves a page without a drawing.
 */
export async function chartOf(code: string, isWide = false, isFolded = false): Promise<Chart | undefined> {
  const charted = charts.find((chart) => chart.code === code);
  // What is not there is not kept either: an address may ask for anything.
  if (!charted) return undefined;
  const key = `${code} ${isWide} ${isFolded}`;
  const chart = known.get(key) ?? drawn(charted, isWide, isFolded);
  known.set(key, chart);
  return chart;
}

async function drawn(charted: (typeof charts)[number], isWide: boolean, isFolded: boolean): Promise<Chart> {
  const { code } = charted;
  const graph = graphOf(charted);
  const whole = viewOf(graph);
  const { view, folded } = isFolded ? mainWayOf(whole) : { view: whole, folded: {} };
  const committed = layouts[`./layouts/${code}.json`];
  const isKept = committed !== undefined && fits(committed, whole);
  const layout = isKept && !isWide && !isFolded ? committed : await laidOut(view, isWide);
  const texts = searchTexts(charted, graph, whole);
  for (const [box, members] of Object.entries(folded)) {
    const titles = whole.nodes.filter(({ id }) => members.includes(id)).map(({ title }) => title);
    texts[box] = [...members, ...titles, ...members.map((id) => texts[id])].join(" ");
  }
  return {
    graph,
    view,
    whole,
    folded,
    layout,
    lengths: pathLengths(whole),
    texts,
    isDrawnNow: !isKept,
  };
}

/** Graphviz is loaded only where something has to be laid out. */
export async function laidOut(view: View, isWide: boolean): Promise<Layout> {
  const { layOut } = await import("./drawing/lay-out.ts");
  return layOut(view, isWide ? "LR" : "TB");
}
