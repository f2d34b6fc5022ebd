import type { View } from "../../../machines/graph/view.ts";
import { words } from "../../../machines/graph/words.ts";

/**
 * Tells the titles of a view's places, where several have the same one with the part they are in: "Check email (name
 * and email)". Of a place that it does not have the id.
 */
export function titlesIn({ nodes }: Pick<View, "nodes">): (id: string) => string {
  const count = (title: string) => nodes.filter((node) => node.title === title).length;
  const partOf = (id: string) => words(id.split(".")[0]!);
  const titles = new Map(
    nodes.map(({ id, title }) => [id, count(title) > 1 ? `${title} (${partOf(id)})` : title]),
  );
  return (id) => titles.get(id) ?? id;
}
