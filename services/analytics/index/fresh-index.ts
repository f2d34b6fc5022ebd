import type { AnalyticsStore } from "../../store/analytics/analytics.ts";
import type { FirstViews } from "../../store/analytics/first-views.ts";
import { StoreUnavailable } from "../../store/engine/errors.ts";
import { SessionIndex } from "./session-index.ts";

/** Numbers are read again when they are older than this, in milliseconds. */
const staleMs = 1_000;

type Options = {
  /** How many sessions are in memory at most: the newest. */
  maxSessions?: number;
  /** The time up to which everything committed can be read, epoch milliseconds; null for now. */
  knownUntil?: () => Promise<number | null>;
  firstViews?: Pick<FirstViews, "since" | "lastChange">;
};

const noViews: Options["firstViews"] & {} = { lastChange: async () => 0, since: async () => [] };

/**
 * The index as it is now: each call reads what is new if the last reading is stale. If the store is unavailable it returns
 * the last known index; `asOf` is the time when that was complete.
 */
export function freshIndex(
  store: Pick<AnalyticsStore, "lastChange" | "sessionsSince" | "sourcesSince" | "tracesSince">,
  now: () => number,
  {
    maxSessions = Number.POSITIVE_INFINITY,
    knownUntil = async () => null,
    firstViews = noViews,
  }: Options = {},
): () => Promise<{ index: SessionIndex; asOf: number }> {
  let index: SessionIndex | undefined;
  let asOf = Number.NEGATIVE_INFINITY;
  let askedAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;

  const read = async () => {
    askedAt = now();
    // Some room beyond the limit, so that the index is not rebuilt for every new session.
    const isFull = index && index.count > maxSessions * 1.1;
    // Asked first, because everything read afterwards is at least as new.
    const until = Math.min(askedAt, (await knownUntil()) ?? askedAt);
    const newest = await store.lastChange();
    // After a failover the store may have lost its newest changes, whose numbers it then gives to other ones.
    const continues =
      index &&
      !isFull &&
      newest >= index.newestChange &&
      (await firstViews.lastChange()) >= index.newestViewChange;
    const taken = continues ? index! : new SessionIndex(Math.max(0, newest - maxSessions));
    await taken.refresh(store);
    await taken.refreshViews(store, firstViews);
    [index, asOf] = [taken, until];
  };
  return async () => {
    if (now() - askedAt >= staleMs || !index) {
      reading ??= read().finally(() => {
        reading = undefined;
      });
    }
    await reading?.catch((error) => {
      if (!index || !(error instanceof StoreUnavailable)) throw error;
    });
    return { index: index!, asOf };
  };
}
