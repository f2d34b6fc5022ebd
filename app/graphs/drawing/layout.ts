/** A rectangle: its upper left corner and its size, in pixels. */
export type Box = [x: number, y: number, width: number, height: number];

/** Where a view's nodes and edges are drawn. It depends on the chart alone, so that data never move a node. */
export type Layout = {
  width: number;
  height: number;
  /** By the id of the node. */
  nodes: Record<string, Box>;
  /** By the id of the edge: its curve as path data, the corners of its arrowhead, and its label's box. */
  edges: Record<string, { curve: string; arrow: string; label?: Box }>;
};

/** The nodes that both layouts have, but at another position or of another size. */
export function movedBoxes(before: Layout, after: Layout): string[] {
  return Object.entries(before.nodes).flatMap(([id, box]) => {
    const now = after.nodes[id];
    return now && now.join() !== box.join() ? [id] : [];
  });
}
