import type { Path } from "./edge-cover.ts";
import { type Edge, type Graph, isEnd, type Vertex, wayHome, wayTo } from "./graph.ts";

const labelOf = ({ tried }: Edge) => `${tried.factor}: ${tried.label}`;
const pairOf = (one: string, other: string) => (one < other ? `${one} & ${other}` : `${other} & ${one}`);

/** Every two cases of different steps or calls that some walk can have together. */
export function feasiblePairs({ edges, vertices }: Graph): Map<string, [Edge, Edge]> {
  const beyond = new Map(vertices.map((vertex) => [vertex, edgesFrom(vertex)]));
  const pairs = new Map<string, [Edge, Edge]>();
  for (const one of edges) {
    for (const other of beyond.get(one.to)!) {
      if (one.tried.factor === other.tried.factor) continue;
      const pair = pairOf(labelOf(one), labelOf(other));
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
  const labels = [...new Set(path.map(labelOf))];
  const pairs = new Set<string>();
  labels.forEach((one, index) => {
    for (const other of labels.slice(index + 1)) pairs.add(pairOf(one, other));
  });
  return pairs;
}

/** Paths that together have every feasible pair: each aims at one missing pair and picks up others on its way. */
export function pairwiseCover(graph: Graph): Path[] {
  const missing = feasiblePairs(graph);
  const paths: Path[] = [];
  for (const [one, other] of missing.values()) {
    const path = greedyWalk(graph.start, one, other, missing);
    for (const pair of pairsOn(path)) missing.delete(pair);
    paths.push(path);
  }
  return paths;
}

/** A walk through both edges; where it is free to choose it takes the case that adds most missing pairs. */
function greedyWalk(start: Vertex, one: Edge, other: Edge, missing: ReadonlyMap<string, unknown>): Path {
  const path: Edge[] = [];
  const chosen = new Set([labelOf(one), labelOf(other)]);
  const passed = new Set<Vertex>();
  const take = (edge: Edge) => {
    path.push(edge);
    chosen.add(labelOf(edge));
    passed.add(edge.from);
  };
  const gain = (edge: Edge) =>
    [...chosen].filter((label) => missing.has(pairOf(label, labelOf(edge)))).length - (passed.has(edge.to) ? 0.5 : 0);
  const goals = [one, other];
  let at = start;
  while (!isEnd(at) || goals.length > 0) {
    const way = goals[0] ? wayTo(at, (edge) => edge === goals[0])! : wayHome(at);
    const [next] = way as [Edge];
    const free = next !== goals[0] && !passed.has(at);
    // A detour must not lose sight of the goal.
    const options = free ? at.edges.filter((edge) => !goals[0] || wayTo(edge.to, (each) => each === goals[0])) : [];
    const best = options.reduce((found, edge) => (gain(edge) > gain(found) ? edge : found), next);
    if (best === goals[0]) goals.shift();
    take(best);
    at = best.to;
  }
  return path;
}
