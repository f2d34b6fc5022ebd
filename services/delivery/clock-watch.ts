import { failure, type Log } from "../observe/log.ts";
import { every } from "../observe/polling.ts";
import type { Store } from "../store/store.ts";

/** A clock that remembers its readings. */
export type Clock = {
  /** Epoch milliseconds. */
  now: () => number;
  /** The latest time that the clock has shown since the last call; before any, the beginning of time. */
  latest: () => number;
};

/** The system's clock may be wrong for only a moment, but times that were read in it are stored. */
export function rememberingClock(now: () => number): Clock {
  let latest = Number.NEGATIVE_INFINITY;
  return {
    now() {
      const at = now();
      if (at > latest) latest = at;
      return at;
    },
    latest() {
      const said = latest;
      latest = Number.NEGATIVE_INFINITY;
      return said;
    },
  };
}

export type ClockWatchOptions = {
  store: Pick<Store, "bringForward">;
  clock: Clock;
  /** How often to look at the clock, in milliseconds. */
  pollMs: number;
  /** How often to look at what waits, in milliseconds. */
  checkMs?: number;
  log: Log;
  /** Called when something that waited has become due. */
  onDue: () => void;
};

/**
 * Handles a clock that was ahead and is set right: it leaves behind times that would not come for long, and what waits for
 * them is made due. Looks for them at the start too, since another process may have left them, and now and then.
 * @returns how to stop: waits for what is under way
 */
export function watchClock({ store, clock, pollMs, checkMs = 600_000, log, onDue }: ClockWatchOptions): {
  stop(): Promise<void>;
} {
  /** The clock at the last look; before the first, and after one whose store could not be read, any is earlier. */
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
      log("clock.bring_forward_failed", failure(error));
    }
  };
  const look = () => {
    const latest = Math.max(lookedAt, clock.latest());
    const at = clock.now();
    const isSetBack = at < latest;
    lookedAt = at;
    if (isSetBack) check();
  };
  const check = () => {
    underWay = underWay.then(bringForward);
  };
  look();
  const ends = [every(pollMs, look), every(checkMs, check)];
  return {
    async stop() {
      for (const end of ends) end();
      await underWay;
    },
  };
}
