import type { Query } from "../types.ts";
import { both, conditionsOf } from "./conditions.ts";
import { passingBlocks } from "./passing.ts";
import type { SessionIndex } from "./session-index.ts";

/** How many sessions both queries count. Two groups that share sessions are not independent samples. */
export function overlapOf(index: SessionIndex, a: Query, b: Query, asOf = 0): number {
  const sessions = index.ofVariant(a.variant);
  if (a.variant !== b.variant || !sessions) return 0;
  const [ofA, ofB] = [a, b].map(({ variant, data = "real", filters = {} }) =>
    conditionsOf(index, variant, data, filters, asOf),
  );
  let count = 0;
  for (const block of passingBlocks(sessions, both(ofA!, ofB!))) count += block.count;
  return count;
}
