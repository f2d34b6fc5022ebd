/** A searchable node. `text` is searched besides its title and id. */
export type Findable = { id: string; title: string; text?: string };

/**
 * The nodes with all of these words in title or id, in any order and case; without any, those with the words in their
 * question, fields, guards or actions.
 */
export function nodesWith(words: string, places: readonly Findable[]): string[] {
  const asked = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (asked.length === 0) return [];
  const having = (textOf: (place: Findable) => string) =>
    places
      .filter((place) => asked.every((word) => textOf(place).toLowerCase().includes(word)))
      .map(({ id }) => id);
  const named = having(({ id, title }) => `${title} ${id}`);
  return named.length > 0 ? named : having(({ id, title, text = "" }) => `${title} ${id} ${text}`);
}

/** Searches a drawn chart. */
export function foundIn(
  words: string,
  { view, texts }: { view: { nodes: readonly Findable[] }; texts: Readonly<Record<string, string>> },
): string[] {
  return nodesWith(
    words,
    view.nodes.map((node) => ({ ...node, text: texts[node.id] })),
  );
}
