import { questionsOf } from "./session.ts";
import type { Numbers } from "./types.ts";

/**
 * The question number of each node, 1 for the first, on the commonest path through it. Nodes between
 * questions (checks, ends) have the number of the question before them; nodes on no listed path have none.
 */
export function questionOrder({
  variant: code,
  paths,
}: Pick<Numbers, "variant" | "paths">): ReadonlyMap<string, number> {
  const questions = questionsOf(code);
  const order = new Map<string, number>();
  for (const way of paths.shown) {
    const asked = new Set<string>();
    for (const node of way.nodes) {
      if (questions.has(node)) asked.add(node);
      if (!order.has(node)) order.set(node, asked.size);
    }
  }
  return order;
}
