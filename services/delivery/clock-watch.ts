import { errorName, type Log } from "../observe/log.ts";
import type { Store } from "../store/types.ts";

export type ClockWatchOptions = {
  store: Pick<Store, "bringForward">;
  /** Epoch milliseconds. */
  now: () => number;
  /** How often to look at the clock, in milliseconds. */
  pollMs: number;
  log: Log;
  /** Told when something that waited has become due. */
  onDue: () => void;
};

/**
 * Handles a clock that was ahead and is set right: it leaves behind times that would not come for long, and what waits for
 * them is made due. Looks at the start too, since another process may have left them.
 * @returns how to stop: waits for what is under way
 */
export function watchClock({ store, now, pollMs, log, onDue }: ClockWatchOptions): { stop(): Promise<void> } {
  /** The clock at the last look; before the first, and after one whose store could not be asked, any is earlier. */
  let lookedAt = Number.POSITIVE_INFINITY;
  let underWay: Promise<void> = Promise.resolve();

  const bringForward = async () => {
    try {
      const count = await store.bringForward();
      if (count === 0) return;
      log("clock.brought_forward", { count });
      onDue();
    } catch (error) {
      lookedAt = Number.POSITIVE_INFINITY;
      log("clock.bring_forward_failed", { error: errorName(error) });
    }
  };
  const look = () => {
    const at = now();
    const isSetBack = at < lookedAt;
    lookedAt = at;
    if (isSetBack) underWay = underWay.then(bringForward);
  };
  look();
  const timer = setInterval(look, pollMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await underWay;
    },
  };
}
