import type { View } from "../../../machines/graph/view.ts";

/** The tests that walk a survey: paths through its chart alone, and visits in a browser. */
export const walkers = { paths: "Path tests", walks: "Walks in a browser" } as const;
export type Walker = keyof typeof walkers;

/** How many of each come by a place, or take an arrow or a way. */
export type Takers = Record<Walker, number>;

/** @property impossible why no visit can take it, where that is so */
export type WayTakers = Takers & { impossible?: string };

/** What the tests of a survey take of its drawn chart: plain data, as `npm run tool -- graphs` writes it. */
export type Coverage = {
  /** How many there are. */
  all: Takers;
  /** By the ids of the view's nodes. */
  nodes: Record<string, Takers>;
  /** By the ids of its edges; ways in the order of the view's. */
  edges: Record<string, Takers & { ways: WayTakers[] }>;
};

/** True where it was counted on a chart with the same places and the same ways between them. */
export function isOf({ nodes, edges }: Coverage, view: View): boolean {
  const shape = (of: readonly string[]) => of.toSorted().join("\n");
  return (
    shape(Object.keys(nodes)) === shape(view.nodes.map(({ id }) => id)) &&
    shape(Object.entries(edges).map(([id, { ways }]) => `${id} ${ways.length}`)) ===
      shape(view.edges.map(({ id, ways }) => `${id} ${ways.length}`))
  );
}

/** How much of something is taken: none of what can be, some of it, all, or nothing of it can be. */
export type Extent = "none" | "some" | "all" | "impossible";

/** How much of an arrow's ways tests of one kind take. */
function extentOf(ways: readonly WayTakers[], by: Walker): Extent {
  const possible = ways.filter(({ impossible }) => impossible === undefined);
  const taken = possible.filter((way) => way[by] > 0);
  if (possible.length === 0) return "impossible";
  return taken.length === 0 ? "none" : taken.length < possible.length ? "some" : "all";
}

/** How much of each place and arrow of a chart tests of one kind take, by its id. */
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
