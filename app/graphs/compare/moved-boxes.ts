import type { Layout } from "../drawing/layout.ts";

/** The nodes both layouts have, but not at the same place or of the same size. */
export function movedBoxes(before: Layout, after: Layout): string[] {
  return Object.entries(before.nodes).flatMap(([id, box]) => {
    const now = after.nodes[id];
    return now && now.join() !== box.join() ? [id] : [];
  });
}
