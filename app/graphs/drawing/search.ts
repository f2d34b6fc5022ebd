import type { ViewNode } from "../../../machines/graph/view.ts";

/** The nodes whose title or id has all of these words, in any order and case. */
export function nodesWith(words: string, nodes: readonly Pick<ViewNode, "id" | "title">[]): string[] {
  const asked = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (asked.length === 0) return [];
  return nodes
    .filter(({ id, title }) => asked.every((word) => `${title} ${id}`.toLowerCase().includes(word)))
    .map(({ id }) => id);
}
