import { variants } from "../../machines/registry.ts";
import { viewOfVariant } from "./session.ts";
import type { Numbers } from "./types.ts";

/**
 * The question number of each node, 1 for the first, on the commonest path through it. Nodes between
 * questions (checks, ends) have the number of the question before them; nodes on no listed path have none.
 */
export function questionOrder({
  variant: code,
  paths,
}: Pick<Numbers, "variant" | "paths">): ReadonlyMap<string, number> {
  const variant = variants.get(code);
  const nodes = variant ? viewOfVariant({ variant }).nodes : [];
  const questions = new Set(nodes.filter(({ kind }) => kind === "step").map(({ id }) => id));
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
