import type { Edge, Graph, Vertex } from "./graph.ts";

/** A case as it is named in paths, pairs and failures. */
export const caseName = ({ tried }: Pick<Edge, "tried">) => `${tried.factor}: ${tried.label}`;

/**
 * The smallest graph that behaves the same: vertices are one when they show the same state and every case
 * takes the same transitions from them to vertices that are one too (bisimulation, by refining a partition).
 */
export function quotient({ start, vertices, begun, keyOf }: Graph): Graph {
  let classes = numbered(vertices, ({ snapshot }) => JSON.stringify(snapshot.value));
  for (let before = 0; classes.count > before; ) {
    before = classes.count;
    const { of } = classes;
    classes = numbered(vertices, (vertex) => {
      const ways = vertex.edges.map((edge) => [caseName(edge), of.get(edge.to), ...edge.taken].join("|"));
      return [of.get(vertex), ...ways].join("\n");
    });
  }
  const { of } = classes;
  const merged: Vertex[] = [];
  for (const vertex of vertices) {
    const { value } = vertex.snapshot;
    const alike = merged.filter(({ snapshot }) => JSON.stringify(snapshot.value) === JSON.stringify(value));
    const key = `${JSON.stringify(value)}${alike.length > 0 ? ` (${alike.length + 1})` : ""}`;
    merged[of.get(vertex)!] ??= { key, snapshot: vertex.snapshot, edges: [] };
  }
  const oneOf = (vertex: Vertex) => merged[of.get(vertex)!]!;
  for (const vertex of vertices) {
    const from = oneOf(vertex);
    if (from.snapshot !== vertex.snapshot) continue;
    from.edges = vertex.edges.map((edge): Edge => ({ ...edge, from, to: oneOf(edge.to) }));
  }
  const keys = new Map(vertices.map((vertex) => [vertex.key, oneOf(vertex).key]));
  return {
    start: oneOf(start),
    begun,
    vertices: merged,
    edges: merged.flatMap(({ edges }) => edges),
    keyOf: (snapshot) => keys.get(keyOf(snapshot)) ?? `unknown: ${keyOf(snapshot)}`,
  };
}

/** Numbers the classes of vertices with the same signature, in the order of the vertices. */
function numbered(vertices: Vertex[], signature: (vertex: Vertex) => string) {
  const numbers = new Map<string, number>();
  const of = new Map(
    vertices.map((vertex) => {
      const name = signature(vertex);
      const number = numbers.get(name) ?? numbers.size;
      numbers.set(name, number);
      return [vertex, number] as const;
    }),
  );
  return { of, count: numbers.size };
}
