import type { View } from "../../../machines/graph/view.ts";

/** The kinds of tests that walk a survey: paths through its chart alone, and visits in a browser. */
export const walkers = { paths: "Path tests", walks: "Browser walks" } as const;
export type Walker = keyof typeof walkers;

/** How many tests of each kind pass a node, or take an edge or branch. */
export type Takers = Record<Walker, number>;

/** @property impossible why no visit can take it, if none can */
export type WayTakers = Takers & { impossible?: string };

/** Test coverage of a survey's drawn chart: plain data, written by `npm run tool -- graphs`. */
export type Coverage = {
  /** How many tests there are of each kind. */
  all: Takers;
  /** By the ids of the view's nodes. */
  nodes: Record<string, Takers>;
  /** By the ids of its edges; `ways` in the order of the view's. */
  edges: Record<string, Takers & { ways: WayTakers[] }>;
};

/** True if it was recorded for a chart with the same nodes, edges and branches. */
export function isOf({ nodes, edges }: Coverage, view: View): boolean {
  const shape = (of: readonly string[]) => of.toSorted().join("\n");
  return (
    shape(Object.keys(nodes)) === shape(view.nodes.map(({ id }) => id)) &&
    shape(Object.entries(edges).map(([id, { ways }]) => `${id} ${ways.length}`)) ===
      shape(view.edges.map(({ id, ways }) => `${id} ${ways.length}`))
  );
}

/** How much of a node or edge is covered, of what is possible. */
export type Extent = "none" | "some" | "all" | "impossible";

/** How many of an edge's branches tests of one kind cover. */
function extentOf(ways: readonly WayTakers[], by: Walker): Extent {
  const possible = ways.filter(({ impossible }) => impossible === undefined);
  const taken = possible.filter((way) => way[by] > 0);
  if (possible.length === 0) return "impossible";
  return taken.length === 0 ? "none" : taken.length < possible.length ? "some" : "all";
}

/** Coverage of each node and edge by tests of one kind, by its id. */
export function extentsOf({ nodes, edges }: View, coverage: Coverage, by: Walker): Map<string, Extent> {
  const ofEdges = edges.map(({ id }) => [id, extentOf(coverage.edges[id]!.ways, by)] as const);
  const ofNodes = nodes.map(({ id }) => {
    const into = edges.filter(({ target }) => target === id).flatMap((edge) => coverage.edges[edge.id]!.ways);
    const isImpossible = into.length > 0 && extentOf(into, by) === "impossible";
    const extent: Extent = isImpossible ? "impossible" : coverage.nodes[id]![by] > 0 ? "all" : "none";
    return [id, extent] as const;
  });
  return new Map([...ofEdges, ...ofNodes]);
}
