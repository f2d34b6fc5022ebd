import type { Query } from "../types.ts";
import { type Conditions, conditionsOf } from "./conditions.ts";
import { resultNow } from "./count.ts";
import type { SessionIndex } from "./session-index.ts";

/** How many sessions pass the conditions of both: two groups that share some are no two samples. */
export function overlapOf(index: SessionIndex, a: Query, b: Query, asOf = 0): number {
  const sessions = index.ofVariant(a.variant);
  if (a.variant !== b.variant || !sessions) return 0;
  const both = [a, b].map(({ variant, data = "real", filters = {} }) =>
    conditionsOf(index, variant, data, filters, asOf),
  );
  const [source, trace, day, result, reason] = [
    sessions.source.values,
    sessions.trace.values,
    sessions.day.values,
    sessions.result.values,
    sessions.dqReason.values,
  ];
  const lastMinute = sessions.lastMinute.values;
  const passes = (conditions: Conditions, at: number) =>
    conditions.source[source[at]!] === 2 &&
    day[at]! >= conditions.firstDay &&
    day[at]! <= conditions.lastDay &&
    conditions.result[resultNow(result[at]!, lastMinute[at]!, conditions)] === 1 &&
    conditions.dqReason[reason[at]!] === 1 &&
    conditions.trace?.[trace[at]!] !== 0;
  let count = 0;
  for (let at = 0; at < sessions.count; at++) if (both.every((each) => passes(each, at))) count++;
  return count;
}
