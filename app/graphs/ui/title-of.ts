import type { View } from "../../../machines/graph/view.ts";
import { words } from "../../../machines/graph/words.ts";

/**
 * Returns a lookup of node titles by id. If several nodes have the same title, the part they are in is added: "Check
 * email (name and email)". An unknown id is its own title.
 */
export function titlesIn({ nodes }: Pick<View, "nodes">): (id: string) => string {
  const count = (title: string) => nodes.filter((node) => node.title === title).length;
  const partOf = (id: string) => words(id.split(".")[0]!);
  const titles = new Map(
    nodes.map(({ id, title }) => [id, count(title) > 1 ? `${title} (${partOf(id)})` : title]),
  );
  return (id) => titles.get(id) ?? id;
}
