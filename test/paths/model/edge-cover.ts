import { type Edge, type Graph, wayHome, wayTo } from "./graph.ts";

/** A walk through a chart from its start to its end. */
export type Path = readonly Edge[];

/** Paths that together take every edge, each found greedily: always on to the nearest edge not yet taken. */
export function edgeCover({ start, edges }: Graph): Path[] {
  const missing = new Set(edges);
  const paths: Path[] = [];
  while (missing.size > 0) {
    const path: Edge[] = [];
    for (;;) {
      const way = wayTo(path.at(-1)?.to ?? start, (edge) => missing.has(edge));
      if (!way) break;
      for (const edge of way) missing.delete(edge);
      path.push(...way);
    }
    if (path.length === 0) throw new Error(`${missing.size} edges cannot be reached`);
    paths.push([...path, ...wayHome(path.at(-1)!.to)]);
  }
  return paths;
}
