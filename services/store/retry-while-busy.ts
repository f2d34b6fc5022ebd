import { setImmediate, setTimeout } from "node:timers/promises";
import { StoreBusy } from "./errors.ts";
import { isBusy } from "./failures.ts";

/** How long a visitor's write may wait for another writer, in milliseconds. */
const longestWaitMs = 3_000;

/**
 * Repeats `attempt` while the database is busy, with short random pauses that leave the event loop free.
 * @param startedAt `performance.now()` when the caller began to wait; queueing counts
 * @throws StoreBusy when patience runs out
 */
export async function retryWhileBusy<T>(attempt: () => Promise<T>, startedAt: number): Promise<T> {
  for (;;) {
    // Checked before trying: a long queue behind a locked database must not try (and block) one by one.
    if (performance.now() - startedAt > longestWaitMs) throw new StoreBusy();
    try {
      return await attempt();
    } catch (error) {
      if (!isBusy(error)) throw error;
      await setTimeout(10 + Math.random() * 30);
    }
  }
}

/**
 * Runs one piece of work at a time, in order. Between two pieces the event loop gets a turn, so that
 * a burst of writes through the synchronous SQLite driver does not freeze other requests.
 */
export function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.then(
      () => setImmediate(),
      () => setImmediate(),
    );
    return result;
  };
}
