import type { AnalyticsStore } from "../../store/analytics-types.ts";
import { mostSessions, SessionIndex } from "./session-index.ts";

/** Numbers may be so old, in milliseconds. */
const staleMs = 1_000;

/**
 * The index as it is now, taken up again when it is asked for and has grown stale.
 * @param most sessions held; of more the newest
 */
export function freshIndex(
  store: Pick<AnalyticsStore, "lastChange" | "sessionsSince" | "sourcesSince" | "tracesSince">,
  now: () => number,
  most = mostSessions,
): () => Promise<{ index: SessionIndex; asOf: number }> {
  let index: SessionIndex | undefined;
  let asOf = Number.NEGATIVE_INFINITY;
  let underWay: Promise<void> | undefined;

  const take = async () => {
    // Some more than are held are let in, so that it is not begun anew for every visit.
    const isFull = index && index.count > most * 1.1;
    const taken = index && !isFull ? index : new SessionIndex(Math.max(0, (await store.lastChange()) - most));
    const began = now();
    await taken.refresh(store);
    [index, asOf] = [taken, began];
  };
  return async () => {
    if (now() - asOf >= staleMs) {
      underWay ??= take().finally(() => {
        underWay = undefined;
      });
      await underWay;
    }
    return { index: index!, asOf };
  };
}
