import type { Query } from "../types.ts";
import { conditionsOf } from "./conditions.ts";
import { passingOf } from "./passing.ts";
import type { SessionIndex } from "./session-index.ts";

/** How many sessions pass the conditions of both: two groups that share some are no two samples. */
export function overlapOf(index: SessionIndex, a: Query, b: Query, asOf = 0): number {
  const sessions = index.ofVariant(a.variant);
  if (a.variant !== b.variant || !sessions) return 0;
  const [passesA, passesB] = [a, b].map(({ variant, data = "real", filters = {} }) =>
    passingOf(sessions, conditionsOf(index, variant, data, filters, asOf)),
  );
  let count = 0;
  for (let at = 0; at < sessions.count; at++) if (passesA!(at) >= 0 && passesB!(at) >= 0) count++;
  return count;
}
