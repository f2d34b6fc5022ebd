import { topState } from "../../../machines/visit/replay.ts";
import { type Edge, type Graph, type Vertex, wayHome, wayTo } from "./graph.ts";

/** A walk through a chart from its start to its end. */
export type Path = readonly Edge[];

/** Paths that together take every edge. */
export function edgeCover({ start, edges }: Graph): Path[] {
  return cover(start, new Set(edges), (edge) => [edge]);
}

/** Few paths that together come by every screen that can be reached; one at least. */
export function screenCover({ start, vertices }: Graph, isScreen: (name: string) => boolean): Path[] {
  const nameOf = ({ snapshot }: Vertex) => topState(snapshot);
  const missing = new Set(vertices.map(nameOf).filter(isScreen));
  missing.delete(nameOf(start));
  const paths = cover(start, missing, ({ to }) => [nameOf(to)]);
  return paths.length > 0 ? paths : [wayHome(start)];
}

/** Paths that come by all that is missing, each found greedily: always on to the nearest edge with something of it. */
export function cover<Thing>(
  start: Vertex,
  missing: Set<Thing>,
  thingsOf: (edge: Edge) => readonly Thing[],
): Path[] {
  const paths: Path[] = [];
  while (missing.size > 0) {
    const path: Edge[] = [];
    for (;;) {
      const way = wayTo(path.at(-1)?.to ?? start, (edge) =>
        thingsOf(edge).some((thing) => missing.has(thing)),
      );
      if (!way) break;
      for (const thing of way.flatMap(thingsOf)) missing.delete(thing);
      path.push(...way);
    }
    if (path.length === 0) throw new Error(`${missing.size} edges or screens cannot be reached`);
    paths.push([...path, ...wayHome(path.at(-1)!.to)]);
  }
  return paths;
}
