import { errorName, type Log } from "../observe/log.ts";
import type { Store } from "../store/types.ts";

export type ClockWatchOptions = {
  store: Pick<Store, "bringForward">;
  /** Epoch milliseconds. */
  now: () => number;
  /** How often to look at the clock, in milliseconds. */
  pollMs: number;
  /** How often to look at what waits, in milliseconds. */
  checkMs?: number;
  log: Log;
  /** Told when something that waited has become due. */
  onDue: () => void;
};

/**
 * Handles a clock that was ahead and is set right: it leaves behind times that would not come for long, and what waits for
 * them is made due. Looks for them at the start too, since another process may have left them, and now and then: nobody sees
 * a clock that is wrong for a moment only.
 * @returns how to stop: waits for what is under way
 */
export function watchClock({ store, now, pollMs, checkMs = 600_000, log, onDue }: ClockWatchOptions): {
  stop(): Promise<void>;
} {
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
    if (isSetBack) check();
  };
  const check = () => {
    underWay = underWay.then(bringForward);
  };
  look();
  const timers = [setInterval(look, pollMs), setInterval(check, checkMs)];
  for (const timer of timers) timer.unref();
  return {
    async stop() {
      timers.forEach(clearInterval);
      await underWay;
    },
  };
}
