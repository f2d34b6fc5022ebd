import type { View } from "../../../machines/graph/view.ts";

/** Tells the titles of a view's places; of a place that it does not have the id. */
export function titlesIn({ nodes }: Pick<View, "nodes">): (id: string) => string {
  const titles = new Map(nodes.map(({ id, title }) => [id, title]));
  return (id) => titles.get(id) ?? id;
}
