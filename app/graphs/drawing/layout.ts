import type { View } from "../../../machines/graph/view.ts";

/** A rectangle: its left upper corner and its size, in pixels. */
export type Box = [x: number, y: number, width: number, height: number];

/** Where everything of a view is drawn; it says nothing of the chart but this, so that data never move a node. */
export type Layout = {
  width: number;
  height: number;
  /** By the id of the node. */
  nodes: Record<string, Box>;
  /** By the id of the edge: its curve as path data, the corners of its arrowhead, and its label's place. */
  edges: Record<string, { curve: string; arrow: string; label?: Box }>;
};

/** True where a layout has a place for all that a view draws. */
export function fits(layout: Layout, { nodes, edges }: View): boolean {
  return (
    nodes.every(({ id }) => layout.nodes[id]) &&
    edges.every(({ id, label }) => layout.edges[id] && (label === "" || layout.edges[id].label))
  );
}

/** The nodes both layouts have, but not at the same place or of the same size. */
export function movedBoxes(before: Layout, after: Layout): string[] {
  return Object.entries(before.nodes).flatMap(([id, box]) => {
    const now = after.nodes[id];
    return now && now.join() !== box.join() ? [id] : [];
  });
}
