import { start } from "./names.ts";
import type { Happening, Passage } from "./passages.ts";
import type { View } from "./view.ts";

/**
 * A move between two nodes of a view: along one of its edges, or back (or to another tab's question); or an event at a
 * node that moved nobody.
 */
export type FoldedPassage = { at: number; from: string; to: string } & (
  | { kind: "edge"; edge: string }
  | { kind: "jump" }
  | Happening
);

/**
 * The edges of the view that a visit passed: what is between two of its nodes (routers, ends of parts) is one move, at
 * the time of its arrival.
 */
export function foldedPassages({ nodes, edges }: View, passages: readonly Passage[]): FoldedPassage[] {
  const places = new Set(nodes.map(({ id }) => id));
  const loops = new Set(edges.filter(({ source, target }) => source === target).map(({ id }) => id));
  const folded: FoldedPassage[] = [];
  let here = start;
  for (const passage of passages) {
    const { at, kind, from, to } = passage;
    if (kind === "refused") {
      const place = places.has(from) ? from : here;
      folded.push({ ...passage, from: place, to: place });
      continue;
    }
    if (kind === "unmatched" || kind === "outcome") {
      folded.push({ ...passage, from: here, to: here });
      continue;
    }
    const edge = `${here}->${to}`;
    const isMove = places.has(to) && (from !== to || (kind === "edge" && loops.has(edge)));
    if (!isMove) continue;
    folded.push(kind === "jump" ? { at, kind, from: here, to } : { at, kind: "edge", edge, from: here, to });
    here = to;
  }
  return folded;
}
