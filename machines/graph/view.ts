import { alternativesInWords, factsOf } from "./conditions.ts";
import { edgesAt, type Graph, type GraphEdge, type GraphNode, type NodeKind } from "./graph.ts";
import { anywhere, start } from "./names.ts";
import { title } from "./words.ts";

/** A node as it is drawn: where a visit can be, its beginning, and where all edges that hold anywhere begin. */
export type ViewNode = {
  /** As in the graph; `start` is before any of its nodes, `*` stands for any. */
  id: string;
  kind: Exclude<NodeKind, "router" | "done" | "group"> | "start" | "anywhere";
  /** In plain words. */
  title: string;
};

/** One way from node to node: the ids of the edges it takes, routers and ends of parts passed on it. */
export type Way = { via: string[]; facts: string[]; actions: string[] };

/** All ways from one node to another, drawn as one. */
export type ViewEdge = {
  /** `source->target` */
  id: string;
  source: string;
  target: string;
  ways: Way[];
  /** When it is taken, in words; empty where nothing is asked. */
  label: string;
};

/** A graph as it is drawn: nobody stays at a router or at the end of a part, so these are folded into edges. */
export type View = { code: string; nodes: ViewNode[]; edges: ViewEdge[] };

/** Folds a graph. Edges that lead nowhere (an answer is remembered) are not drawn. */
export function viewOf(graph: Graph): View {
  const places = graph.nodes.filter(({ id, kind }) => kind !== "group" && !isFolded(graph, id));
  const root = graph.nodes.find(({ id }) => id === anywhere)!;
  const elsewhere = graph.edges.filter(({ source, enters }) => source === anywhere && enters.length > 0);
  const nodes: ViewNode[] = [
    { id: start, kind: "start", title: "Start" },
    ...(elsewhere.length > 0 ? [{ id: anywhere, kind: "anywhere" as const, title: "Anywhere" }] : []),
    ...places.map((node) => ({ id: node.id, kind: node.kind as ViewNode["kind"], title: titleOf(node) })),
  ];
  const begun = leavesOf(graph, root).flatMap((leaf) => placesFrom(graph, leaf, []));
  const edges = [
    ...edgesFrom(graph, start, begun),
    ...edgesFrom(
      graph,
      anywhere,
      elsewhere.flatMap((edge) => placesBy(graph, edge)),
    ),
    ...places.flatMap(({ id }) =>
      edgesFrom(
        graph,
        id,
        waysOn(graph, id).flatMap((edge) => placesBy(graph, edge)),
      ),
    ),
  ];
  return { code: graph.code, nodes, edges };
}

/** Where a way through folded nodes comes out, and by which edges. */
type Arrived = { place: string; via: GraphEdge[] };

function placesBy(graph: Graph, edge: GraphEdge, via: GraphEdge[] = []): Arrived[] {
  return edge.enters.flatMap((leaf) => placesFrom(graph, leaf, [...via, edge]));
}

function placesFrom(graph: Graph, leaf: string, via: GraphEdge[]): Arrived[] {
  if (!isFolded(graph, leaf)) return [{ place: leaf, via }];
  return waysOn(graph, leaf)
    .filter((edge) => !via.includes(edge))
    .flatMap((edge) => placesBy(graph, edge, via));
}

/** A router, or the end of a part after which something follows. */
export function isFolded(graph: Graph, leaf: string): boolean {
  const node = graph.nodes.find(({ id }) => id === leaf)!;
  return node.kind === "router" || (node.kind === "done" && waysOn(graph, leaf).length > 0);
}

/** The edges a leaf is left by; a part that ends is left by its own. */
function waysOn(graph: Graph, leaf: string): GraphEdge[] {
  const { kind, parent } = graph.nodes.find(({ id }) => id === leaf)!;
  if (kind === "done") {
    return graph.edges.filter(({ source, event }) => source === parent && event === "done");
  }
  return edgesAt(graph, leaf).filter(({ source, event }) => source !== anywhere && event !== "done");
}

function leavesOf(graph: Graph, { id, initial = [] }: GraphNode): string[] {
  if (initial.length === 0) return [id];
  return graph.nodes.filter((node) => initial.includes(node.id)).flatMap((node) => leavesOf(graph, node));
}

function edgesFrom(graph: Graph, source: string, arrived: readonly Arrived[]): ViewEdge[] {
  return [...new Set(arrived.map(({ place }) => place))].map((target) => {
    const ways = arrived
      .filter(({ place }) => place === target)
      .map(({ via }) => ({
        via: via.map(({ id }) => id),
        facts: via.flatMap((edge) => factsOf(graph, edge)),
        actions: via.flatMap(({ actions }) => actions),
      }));
    const label = alternativesInWords(ways.map(({ facts }) => facts));
    return { id: `${source}->${target}`, source, target, ways, label };
  });
}

function titleOf({ id, kind, shows, invokes }: GraphNode): string {
  if (kind === "step" && shows) return title(shows);
  const [service] = invokes;
  return title(service?.src ?? id.replaceAll(".", ": "));
}
