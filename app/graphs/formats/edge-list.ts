import type { Graph, GraphEdge } from "../../../machines/graph/graph.ts";

/**
 * Every edge of a graph, one per line and sorted, so that changes can be reviewed: its id, its order if several have
 * the same source and event, and its actions.
 */
export function edgeListOf({ edges }: Graph): string {
  const lines = edges.map((edge) =>
    [edge.id, placeOf(edge, edges), ...does(edge)].filter(Boolean).join("  "),
  );
  return `${lines.sort().join("\n")}\n`;
}

function placeOf({ source, event, order }: GraphEdge, edges: readonly GraphEdge[]): string {
  const rivals = edges.filter((other) => other.source === source && other.event === event);
  return rivals.length > 1 ? `(${order + 1} of ${rivals.length})` : "";
}

function does({ actions, reenter }: GraphEdge): string[] {
  return [...(actions.length > 0 ? [`/ ${actions.join(", ")}`] : []), ...(reenter ? ["reenters"] : [])];
}
