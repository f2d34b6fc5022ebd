import { charts } from "../../machines/charts.ts";
import { type Charted, edgesAt, type Graph, graphOf } from "../../machines/graph/graph.ts";
import { mainWayOf } from "../../machines/graph/main-way.ts";
import { start } from "../../machines/graph/names.ts";
import { type View, viewOf } from "../../machines/graph/view.ts";
import { stepNamed } from "../../machines/steps/index.ts";
import { wordsOfStep } from "../../services/words/index.ts";
import type { Layout } from "./drawing/layout.ts";
import { layouts } from "./drawing/layouts.ts";

/** A chart as its pages show it: plain data. */
export type Chart = {
  graph: Graph;
  /** The drawn graph. */
  view: View;
  /** The whole chart, which `view` is unless it was folded. */
  whole: View;
  /** The states in each folded box, by the box's id. */
  folded: Record<string, string[]>;
  layout: Layout;
  lengths: PathLengths;
  /** Searchable text of each node besides its title, by the node's id. */
  texts: Record<string, string>;
};

const known = new Map<string, Promise<Chart>>();

/** Codes of all charts. */
export const chartCodes: readonly string[] = charts.map(({ code }) => code);

/** True if the URL asks for the drawing from left to right. */
export function asksForWide(params: URLSearchParams): boolean {
  return params.get("layout") === "wide";
}

/** True if the URL asks for the chart folded to its happy path. */
export function asksForMainWay(params: URLSearchParams): boolean {
  return params.get("fold") === "main";
}

/** The chart with this code, if there is one. */
export async function chartOf(code: string, isWide = false, isFolded = false): Promise<Chart | undefined> {
  const charted = charts.find((chart) => chart.code === code);
  // Unknown codes are not cached: a URL may contain anything.
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
  const made = isWide || isFolded ? undefined : layouts[code];
  const layout = made ?? (await laidOut(view, isWide));
  const texts = searchTexts(charted, graph, whole);
  for (const [box, members] of Object.entries(folded)) {
    const titles = whole.nodes.filter(({ id }) => members.includes(id)).map(({ title }) => title);
    texts[box] = [...members, ...titles, ...members.map((id) => texts[id])].join(" ");
  }
  return { graph, view, whole, folded, layout, lengths: pathLengths(whole), texts };
}

/** Lays out a chart. Graphviz is loaded only when it is needed. */
export async function laidOut(view: View, isWide: boolean): Promise<Layout> {
  const { layOut } = await import("./drawing/lay-out.ts");
  return layOut(view, isWide ? "LR" : "TB");
}

/** The number of questions in all, and on the shortest and longest path to an end. */
export type PathLengths = { steps: number; shortest: number; longest: number };

/**
 * Counts the questions on the paths along a chart's edges, ignoring guards. No path is listed: thirty skippable
 * questions have a billion of them. The longest is the one without a way back.
 */
function pathLengths({ nodes, edges }: View): PathLengths {
  const next = new Map<string, string[]>(nodes.map(({ id }) => [id, []]));
  for (const { source, target } of edges) next.get(source)?.push(target);
  const cost = new Map(nodes.map(({ id, kind }) => [id, kind === "step" ? 1 : 0]));
  const ends = nodes.filter(({ kind }) => kind === "end").map(({ id }) => id);
  const steps = [...cost.values()].reduce<number>((sum, each) => sum + each, 0);

  const shortest = new Map(ends.map((id) => [id, 0]));
  for (let changed = true; changed; ) {
    changed = false;
    for (const [id, targets] of next) {
      const least = cost.get(id)! + Math.min(...targets.map((to) => shortest.get(to) ?? Infinity));
      if (least >= (shortest.get(id) ?? Infinity)) continue;
      shortest.set(id, least);
      changed = true;
    }
  }

  const longest = new Map<string, number>(ends.map((id) => [id, 0]));
  const onTheWay = new Set<string>();
  const measure = (id: string): number => {
    const known = longest.get(id);
    if (known !== undefined) return known;
    onTheWay.add(id);
    const onwards = (next.get(id) ?? []).filter((to) => !onTheWay.has(to)).map(measure);
    onTheWay.delete(id);
    const most = cost.get(id)! + Math.max(Number.NEGATIVE_INFINITY, ...onwards);
    longest.set(id, most);
    return most;
  };
  return { steps, shortest: shortest.get(start) ?? steps, longest: Math.max(0, measure(start)) };
}

/**
 * The texts that a chart's search covers besides titles: a question's heading, its answers in words and as recorded,
 * its fields, the guards and actions of outgoing transitions, the services called.
 */
function searchTexts({ machine }: Charted, graph: Graph, view: View): Record<string, string> {
  const edges = new Map(graph.edges.map((edge) => [edge.id, edge]));
  const texts = view.nodes.map(({ id }) => {
    const node = graph.nodes.find((each) => each.id === id);
    const step = node?.kind === "step" && node.shows ? stepNamed(node.shows, machine) : undefined;
    const said = step && wordsOfStep(step);
    const choices = [
      ...(step?.options ?? []),
      ...(step?.fields ?? []).flatMap(({ options = [] }) => options),
    ];
    const ways = view.edges.filter(({ source }) => source === id).flatMap((edge) => edge.ways);
    const guards = ways.flatMap(({ via }) => via.flatMap((edge) => edges.get(edge)?.guard ?? []));
    const own = node ? edgesAt(graph, id).filter(({ source }) => source === id) : [];
    const words = [
      said?.heading,
      ...(step?.fields ?? []).map(({ name }) => name),
      ...choices.flatMap(({ value, records }) => [value, ...Object.entries(records).flat()]),
      ...Object.values(said?.options ?? {}),
      ...Object.values(said?.fields ?? {}).flatMap(({ label, options }) => [
        label,
        ...Object.values(options ?? {}),
      ]),
      ...guards,
      ...own.flatMap(({ actions }) => actions),
      ...(node?.invokes ?? []).map(({ src }) => src),
    ];
    return [id, [...new Set(words.filter(Boolean))].join(" ")];
  });
  return Object.fromEntries(texts);
}
