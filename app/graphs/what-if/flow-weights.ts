import type { View } from "../../../machines/graph/view.ts";
import type { Tally } from "../../../machines/what-if/tally.ts";
import type { Weight, Weights } from "../drawing/weights.ts";

const sides = { before: 0, after: 1 } as const;
export type Side = keyof typeof sides;

/**
 * The visits along each edge of a chart and into each node, on the same scale in both charts. Where they differ, a
 * number is shown; after the edit, with the difference.
 */
export function flowWeights({ nodes, edges }: View, { flow }: Pick<Tally, "flow">, side: Side): Weights {
  const into: Record<string, [number, number]> = {};
  for (const [id, counts] of Object.entries(flow)) {
    const target = id.slice(id.indexOf("->") + 2);
    const [before, after] = into[target] ?? [0, 0];
    into[target] = [before + counts[0], after + counts[1]];
  }
  const most = Math.max(1, ...Object.values(flow).flat());
  const weigh = (counts: [number, number] = [0, 0]): Weight => {
    const count = counts[sides[side]];
    const more = counts[1] - counts[0];
    const change = side === "after" ? ` (${more > 0 ? "+" : "−"}${inWords(Math.abs(more))})` : "";
    return {
      share: Math.min(1, count / most),
      ...(more !== 0 && { text: `${inWords(count)}${change}` }),
    };
  };
  return {
    nodes: Object.fromEntries(nodes.map(({ id }) => [id, weigh(into[id])])),
    edges: Object.fromEntries(edges.map(({ id }) => [id, weigh(flow[id])])),
  };
}

const inWords = (count: number) => count.toLocaleString("en-US");
