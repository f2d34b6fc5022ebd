import type { AnalyticsStore } from "../../store/analytics.ts";
import { StoreUnavailable } from "../../store/errors.ts";
import type { FirstViews } from "../../store/first-views.ts";
import { mostSessions, SessionIndex } from "./session-index.ts";

/** Numbers may be so old, in milliseconds. */
const staleMs = 1_000;

type Options = {
  /** Sessions held at most; of more the newest. */
  most?: number;
  /** Until when the store knows what was committed, epoch milliseconds; null while it knows all. */
  knownUntil?: () => Promise<number | null>;
  firstViews?: Pick<FirstViews, "since" | "lastChange">;
};

/** Where nobody counted. */
const noViews: Options["firstViews"] & {} = { lastChange: async () => 0, since: async () => [] };

/**
 * The index as it is now, taken up again when it is asked for and has grown stale. What cannot be read now is given as
 * it was known last; `asOf` says of when that is.
 */
export function freshIndex(
  store: Pick<AnalyticsStore, "lastChange" | "sessionsSince" | "sourcesSince" | "tracesSince">,
  now: () => number,
  { most = mostSessions, knownUntil = async () => null, firstViews = noViews }: Options = {},
): () => Promise<{ index: SessionIndex; asOf: number }> {
  let index: SessionIndex | undefined;
  let asOf = Number.NEGATIVE_INFINITY;
  let askedAt = Number.NEGATIVE_INFINITY;
  let underWay: Promise<void> | undefined;

  const take = async () => {
    askedAt = now();
    // Some more than are held are let in, so that it is not begun again for every visit.
    const isFull = index && index.count > most * 1.1;
    // Asked first: what is read afterwards is no older.
    const until = Math.min(askedAt, (await knownUntil()) ?? askedAt);
    const newest = await store.lastChange();
    // After a failover history may have gone back: numbers of changes that were read are then given to others.
    const goesOn =
      index &&
      !isFull &&
      newest >= index.newestChange &&
      (await firstViews.lastChange()) >= index.newestViewChange;
    const taken = goesOn ? index! : new SessionIndex(Math.max(0, newest - most));
    await taken.refresh(store);
    await taken.refreshViews(store, firstViews);
    [index, asOf] = [taken, until];
  };
  return async () => {
    if (now() - askedAt >= staleMs || !index) {
      underWay ??= take().finally(() => {
        underWay = undefined;
      });
    }
    await underWay?.catch((error) => {
      if (!index || !(error instanceof StoreUnavailable)) throw error;
    });
    return { index: index!, asOf };
  };
}
