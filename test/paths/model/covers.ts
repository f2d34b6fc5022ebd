import {
  caseName,
  cover,
  type Edge,
  type Graph,
  isEnd,
  type Path,
  type Vertex,
  wayHome,
  wayTo,
} from "../../../machines/model/covering.ts";
import type { Abstraction } from "../../../machines/model/observed.ts";
import { topState } from "../../../machines/visit/replay.ts";

/** Few paths that together come by every screen that can be reached; one at least. */
export function screenCover({ start, vertices }: Graph, isScreen: (name: string) => boolean): Path[] {
  const nameOf = ({ snapshot }: Vertex) => topState(snapshot);
  const missing = new Set(vertices.map(nameOf).filter(isScreen));
  missing.delete(nameOf(start));
  const paths = cover(start, missing, ({ to }) => [nameOf(to)]);
  return paths.length > 0 ? paths : [wayHome(start)];
}

/** `state + case -> state`, by an abstraction of one's choice, to compare explorations. */
export function triples({ edges }: Graph, abstraction: Abstraction): Set<string> {
  return new Set(
    edges.map((edge) =>
      [abstraction(edge.from.snapshot), caseName(edge), abstraction(edge.to.snapshot)].join(" | "),
    ),
  );
}

const labelOf = ({ tried }: Edge) => `${tried.factor}: ${tried.label}`;

/** Names two cases of a walk. Order counts only where something is answered twice: the second word must win. */
function pairOf(earlier: Edge, later: Edge): string {
  const [one, other] = [labelOf(earlier), labelOf(later)];
  if (earlier.tried.factor === later.tried.factor) return `${one}, then ${other}`;
  return one < other ? `${one} & ${other}` : `${other} & ${one}`;
}

/** Every two cases that some walk can have, of different steps or calls, or of one that it passes twice. */
export function feasiblePairs({ edges, vertices }: Graph): Map<string, [Edge, Edge]> {
  const beyond = new Map(vertices.map((vertex) => [vertex, edgesFrom(vertex)]));
  const pairs = new Map<string, [Edge, Edge]>();
  for (const one of edges) {
    for (const other of beyond.get(one.to)!) {
      const pair = pairOf(one, other);
      if (!pairs.has(pair)) pairs.set(pair, [one, other]);
    }
  }
  return pairs;
}

function edgesFrom(vertex: Vertex): Set<Edge> {
  const reached = new Set([vertex]);
  for (const each of reached) for (const { to } of each.edges) reached.add(to);
  return new Set([...reached].flatMap(({ edges }) => edges));
}

/** The pairs a path has. */
export function pairsOn(path: Path): Set<string> {
  return new Set(path.flatMap((one, index) => path.slice(index + 1).map((other) => pairOf(one, other))));
}

/** Paths that together have every feasible pair. */
export function pairwiseCover(graph: Graph): Path[] {
  return [...pairwiseWalks(graph)];
}

/**
 * The same one by one: each aims at one missing pair and picks up others on its way.
 * @param known pairs that another chart has covered
 */
export function* pairwiseWalks(graph: Graph, known: ReadonlySet<string> = new Set()): Generator<Path> {
  const missing = new Map([...feasiblePairs(graph)].filter(([pair]) => !known.has(pair)));
  for (const [one, other] of missing.values()) {
    const path = greedyWalk(graph.start, one, other, missing);
    for (const pair of pairsOn(path)) missing.delete(pair);
    yield path;
  }
}

/** A walk through both edges; where it is free to choose it takes the case that adds most missing pairs. */
function greedyWalk(start: Vertex, one: Edge, other: Edge, missing: ReadonlyMap<string, unknown>): Path {
  const path: Edge[] = [];
  const passed = new Set<Vertex>();
  const goals = [one, other];
  const gain = (edge: Edge) => {
    const chosen = new Set([...path, ...goals]);
    return (
      [...chosen].filter((each) => missing.has(pairOf(each, edge))).length - (passed.has(edge.to) ? 0.5 : 0)
    );
  };
  let at = start;
  while (!isEnd(at) || goals.length > 0) {
    const [goal] = goals;
    const isGoal = (edge: Edge) => edge === goal;
    const [next] = (goal ? wayTo(at, isGoal)! : wayHome(at)) as [Edge];
    const free = next !== goal && !passed.has(at);
    // A detour must not lose sight of the goal.
    const options = free ? at.edges.filter(({ to }) => !goal || wayTo(to, isGoal)) : [];
    const best = options.reduce((found, edge) => (gain(edge) > gain(found) ? edge : found), next);
    if (best === goal) goals.shift();
    passed.add(at);
    path.push(best);
    at = best.to;
  }
  return path;
}
