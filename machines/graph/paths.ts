import { start } from "./names.ts";
import type { View } from "./view.ts";

/** A way from a view's beginning to one of its ends, as the ids of the nodes on it. */
export type NodePath = readonly string[];

/**
 * Every way from the beginning to an end that comes to no node twice, in the view's order. Whether guards allow it
 * is not asked: `npm run tool -- paths` walks what they do allow.
 * @param most after so many none is looked for any more, as their number may double with each question
 */
export function pathsOf({ nodes, edges }: View, most = Number.POSITIVE_INFINITY): NodePath[] {
  const next = new Map(
    nodes.map(({ id }) => [id, edges.filter((edge) => edge.source === id).map(({ target }) => target)]),
  );
  const ends = new Set(nodes.filter(({ kind }) => kind === "end").map(({ id }) => id));
  const found: NodePath[] = [];
  const go = (way: NodePath) => {
    if (found.length >= most) return;
    const here = way.at(-1)!;
    if (ends.has(here)) found.push(way);
    else for (const to of next.get(here) ?? []) if (!way.includes(to)) go([...way, to]);
  };
  go([start]);
  return found;
}
