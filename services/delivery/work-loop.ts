import { AsyncResource } from "node:async_hooks";
import { every } from "../observe/polling.ts";

const sixHours = 6 * 60 * 60 * 1000;

/**
 * How long to wait before the next try, in milliseconds: three times longer after each failure, up to six hours,
 * plus up to a quarter at random so that rows that failed together do not come back together.
 * Never less than `firstRetryMs` and never less than what the receiver asked for (up to six hours).
 * @param tries how often it has failed, from 1
 * @param random in [0, 1)
 */
export function backOff(tries: number, firstRetryMs: number, random: number, retryAfterMs = 0): number {
  const longest = Math.max(sixHours, firstRetryMs);
  const grown = firstRetryMs * 3 ** Math.max(0, tries - 1) * (1 + random / 4);
  return Math.round(Math.min(longest, Math.max(grown, retryAfterMs)));
}

export type WorkLoop = {
  /** Looks for work now instead of at the next poll. */
  wake(): void;
  /** Resolves when all claimed work has ended and the store has nothing more, until the next poll or wake. */
  idle(): Promise<void>;
  /** Claims nothing more; resolves when all claimed work has ended. */
  stop(): Promise<void>;
};

export type WorkLoopOptions<Item> = {
  /** Takes items that are due, locked for this process, `most` at most; fewer when no more are due. */
  claim: (most: number) => Promise<readonly Item[]>;
  run: (item: Item) => Promise<void>;
  /** Items run at the same time. */
  concurrency: number;
  /** How often to look for work that came due, in milliseconds. */
  pollMs: number;
  /** A claim or a run threw. What was claimed comes again when its lock expires. */
  onError: (error: unknown) => void;
};

/**
 * Runs what the store says is due until stopped. All state is in the store, so nothing is lost when the process ends.
 */
export function startWorkLoop<Item>(options: WorkLoopOptions<Item>): WorkLoop {
  const { claim, run, concurrency, pollMs, onError } = options;
  const running = new Set<Promise<void>>();
  let filling: Promise<void> | undefined;
  let isWoken = false;
  let isStopped = false;
  /** The last claim took as many as it might. */
  let maybeMore = false;

  const start = (item: Item) => {
    const done = run(item)
      .catch(onError)
      .finally(() => {
        running.delete(done);
        if (maybeMore) wake();
      });
    running.add(done);
  };
  // Bound to the context of the start: work that a request wakes up is not that request's.
  const fill = AsyncResource.bind(async () => {
    while (isWoken && !isStopped) {
      isWoken = false;
      while (!isStopped && running.size < concurrency) {
        const most = concurrency - running.size;
        const items = await claim(most);
        maybeMore = items.length === most;
        items.forEach(start);
        if (!maybeMore) break;
      }
    }
  });
  const wake = () => {
    isWoken = true;
    if (filling || isStopped) return;
    filling = fill()
      .catch(onError)
      .finally(() => {
        filling = undefined;
        // Woken while the last claim was already ending.
        if (isWoken) wake();
      });
  };

  wake();
  const end = every(pollMs, wake);
  const idle = async () => {
    while (filling || running.size > 0) await Promise.all([filling, ...running]);
  };
  return {
    wake,
    idle,
    stop() {
      isStopped = true;
      end();
      return idle();
    },
  };
}
