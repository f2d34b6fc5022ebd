import type { CompensationEstimate } from "../../../machines/rules/compensation.ts";
import type { VisitState } from "../../../machines/visit/visit-state.ts";

/**
 * The newest estimate, for the meter. Our own table says an amount before it knows of an injury, which is its starting
 * point and no estimate: it is not called one. A service, which says levels only, is believed.
 */
export function shownEstimate({ visit, replay }: VisitState): CompensationEstimate | undefined {
  const { compensation } = visit.facts;
  const { physical_injury, specific_injury } = replay.snapshot.context.answers;
  const isFounded = compensation?.amount === undefined || physical_injury || specific_injury;
  return isFounded ? compensation : undefined;
}
