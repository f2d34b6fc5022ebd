import { edgesAt, type Graph, type GraphEdge, type GraphNode, type NodeKind } from "./graph.ts";
import { anywhere, start } from "./names.ts";
import { guardInWords, title, words } from "./words.ts";

/** A drawn node: a place of a visit, its beginning, or the source of all edges that hold anywhere. */
export type ViewNode = {
  /** As in the graph; `start` precedes all of its nodes, `*` stands for any. */
  id: string;
  kind: Exclude<NodeKind, "router" | "done" | "group"> | "start" | "anywhere";
  /** In plain words. */
  title: string;
};

/** A way from node to node: the ids of the edges it takes, routers and ends of parts passed on it. */
export type Way = { via: string[]; facts: string[]; actions: string[] };

/** All ways from one node to another, drawn as one edge. */
export type ViewEdge = {
  /** `source->target` */
  id: string;
  source: string;
  target: string;
  ways: Way[];
  /** Its condition in words; empty without one. */
  label: string;
};

/** A graph as it is drawn: no visit stays at a router or at the end of a part, so these are folded into edges. */
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

/** The end of a way through folded nodes, with its edges. */
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

/**
 * An edge's condition, as facts that all have to hold: its guard, `!` and the guards before it that must not hold, and
 * its trigger unless that is simply the next answer, or a service's.
 */
export function factsOf({ edges }: Pick<Graph, "edges">, edge: GraphEdge): string[] {
  const trigger = triggerOf(edge);
  if (!edge.isOtherwise) return edge.guard ? [...trigger, edge.guard] : trigger;
  const rivals = edges.filter(({ source, event }) => source === edge.source && event === edge.event);
  return [...trigger, `!${rivals.flatMap(({ guard }) => guard || []).join("|")}`];
}

const noAnswer = "noAnswer";

function triggerOf({ trigger, event }: GraphEdge): string[] {
  if (trigger === "error") return [noAnswer];
  return trigger === "after" || (trigger === "event" && event !== "NEXT") ? [event] : [];
}

type Facts = readonly string[];

/**
 * Alternatives in words, "email is bad", "over two years or otherwise"; empty without a condition. Redundant parts are
 * dropped: `a and b` beside `a`, and `a` beside its opposite.
 */
export function alternativesInWords(alternatives: readonly Facts[]): string {
  const left = simplest(alternatives);
  if (left.some(({ length }) => length === 0)) return "";
  const positive = left.map((facts) => facts.filter((fact) => !fact.startsWith("!")));
  const said = simplest(positive.filter(({ length }) => length > 0)).map((facts) => facts.map(factInWords));
  const isRest = positive.some(({ length }) => length === 0);
  const inOrder = [...said.map((facts) => facts.join(" and ")), ...(isRest ? ["otherwise"] : [])];
  // The condition of a service's silence comes last: "otherwise or no answer".
  const silence = factInWords(noAnswer);
  const others = inOrder.filter((each) => each !== silence);
  return (others.length < inOrder.length ? [...others, silence] : others).join(" or ");
}

function factInWords(fact: string): string {
  return /^[A-Z_]+$/.test(fact) ? words(fact.toLowerCase()) : guardInWords(fact);
}

function simplest(alternatives: readonly Facts[]): Facts[] {
  const left = alternatives.filter(
    (facts, index) =>
      !alternatives.some(
        (other, at) => at !== index && includes(facts, other) && (at < index || other.length < facts.length),
      ),
  );
  for (const facts of left) {
    const spare = facts.find((fact) => left.some((other) => isOpposite(facts, other, fact)));
    if (spare) return simplest([...left, facts.filter((fact) => fact !== spare)]);
  }
  return left;
}

function includes(facts: Facts, others: Facts): boolean {
  return others.every((other) => facts.includes(other));
}

/** True when two conditions differ only in this one fact. */
function isOpposite(facts: Facts, other: Facts, fact: string): boolean {
  return (
    other.length === facts.length && facts.every((each) => other.includes(each === fact ? `!${each}` : each))
  );
}
