import { topState } from "../../../machines/visit/replay.ts";
import type { Path } from "./edge-cover.ts";
import { type Edge, type Graph, wayHome, wayTo } from "./graph.ts";

/** Few paths that together come by every screen that can be reached: always on to the nearest not yet seen. */
export function screenCover({ start, vertices }: Graph, isScreen: (name: string) => boolean): Path[] {
  const nameOf = ({ snapshot }: Graph["start"]) => topState(snapshot);
  const missing = new Set(vertices.map(nameOf).filter(isScreen));
  const paths: Path[] = [];
  while (missing.size > 0) {
    const path: Edge[] = [];
    missing.delete(nameOf(start));
    for (;;) {
      const way = wayTo(path.at(-1)?.to ?? start, ({ to }) => missing.has(nameOf(to)));
      if (!way) break;
      for (const { to } of way) missing.delete(nameOf(to));
      path.push(...way);
    }
    if (path.length === 0 && paths.length > 0) throw new Error(`${[...missing]} cannot be reached`);
    paths.push([...path, ...wayHome(path.at(-1)?.to ?? start)]);
  }
  return paths;
}
