import { start } from "../../machines/graph/names.ts";
import type { View } from "../../machines/graph/view.ts";

/** The number of questions in all, and on the shortest and longest path to an end. */
export type PathLengths = { steps: number; shortest: number; longest: number };

/**
 * Counts the questions on the paths along a chart's edges, ignoring guards. No path is listed: thirty questions that may
 * be skipped have a billion of them. The longest is the one that never goes back.
 */
export function pathLengths({ nodes, edges }: View): PathLengths {
  const next = new Map<string, string[]>(nodes.map(({ id }) => [id, []]));
  for (const { source, target } of edges) next.get(source)?.push(target);
  const cost = new Map(nodes.map(({ id, kind }) => [id, kind === "step" ? 1 : 0]));
  const ends = nodes.filter(({ kind }) => kind === "end").map(({ id }) => id);
  const steps = [...cost.values()].reduce<number>((sum, each) => sum + each, 0);

  const shortest = new Map(ends.map((id) => [id, 0]));
  for (let changed = true; changed; ) {
    changed = false;
    for (const [id, targets] of next) {
      const least = cost.get(id)! + Math.min(...targets.map((to) => shortest.get(to) ?? Infinity));
      if (least >= (shortest.get(id) ?? Infinity)) continue;
      shortest.set(id, least);
      changed = true;
    }
  }

  const longest = new Map<string, number>(ends.map((id) => [id, 0]));
  const onTheWay = new Set<string>();
  const measure = (id: string): number => {
    const known = longest.get(id);
    if (known !== undefined) return known;
    onTheWay.add(id);
    const onwards = (next.get(id) ?? []).filter((to) => !onTheWay.has(to)).map(measure);
    onTheWay.delete(id);
    const most = cost.get(id)! + Math.max(Number.NEGATIVE_INFINITY, ...onwards);
    longest.set(id, most);
    return most;
  };
  return { steps, shortest: shortest.get(start) ?? steps, longest: Math.max(0, measure(start)) };
}
