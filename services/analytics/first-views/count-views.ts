import { errorName, type Log } from "../../observe/log.ts";
import type { Settings } from "../../settings/env.ts";
import type { FirstViews } from "../../store/analytics/first-views.ts";
import { type ViewCounter, viewCounter } from "./view-counter.ts";

type Options = Parameters<typeof viewCounter>[0] & {
  settings: Pick<Settings, "sharedCacheSeconds">;
  store: Pick<FirstViews, "add">;
  log: Log;
};

/** How often counts are stored, in milliseconds; a crash loses at most this much. */
const everyMs = 3_000;

/** Counts first views and stores them regularly; what could not be stored is added to the next counts. */
export type CountedViews = Pick<ViewCounter, "seen" | "refused"> & { stop(): Promise<void> };

export function countViews({ store, log, ...options }: Options): CountedViews {
  const counter = viewCounter(options);
  let underWay: Promise<void> | undefined;
  const keep = async () => {
    const counts = counter.take();
    if (counts.length === 0) return;
    try {
      await store.add(counts);
    } catch (error) {
      counter.putBack(counts);
      log("views.not_stored", { error: errorName(error), count: counts.length });
    }
  };
  const look = () => {
    underWay ??= keep().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
  const timer = setInterval(look, everyMs);
  timer.unref();
  return {
    // Behind a shared cache only a few views get here, which say nothing about the others.
    seen: options.settings.sharedCacheSeconds > 0 ? () => {} : counter.seen,
    refused: counter.refused,
    async stop() {
      clearInterval(timer);
      await underWay;
      await look();
    },
  };
}
