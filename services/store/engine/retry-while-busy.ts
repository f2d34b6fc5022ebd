import { setTimeout } from "node:timers/promises";
import { isBusy, StoreBusy } from "./failures.ts";

/** How long a visitor's write may wait for another writer, in milliseconds. */
export const longestWaitMs = 3_000;

/** A short random pause that leaves the event loop free. */
export function pauseWhileBusy(): Promise<void> {
  return setTimeout(10 + Math.random() * 30);
}

/**
 * Repeats `attempt` while the database is busy.
 * @param startedAt `performance.now()` when the caller began to wait; queueing counts
 * @param mostMs how long that may take, in milliseconds
 * @throws StoreBusy when patience runs out
 */
export async function retryWhileBusy<T>(
  attempt: () => Promise<T>,
  startedAt: number,
  mostMs = longestWaitMs,
): Promise<T> {
  for (;;) {
    // Checked before trying: a long queue behind a locked database must not try (and block) one by one.
    if (performance.now() - startedAt > mostMs) throw new StoreBusy();
    try {
      return await attempt();
    } catch (error) {
      if (!isBusy(error)) throw error;
      await pauseWhileBusy();
    }
  }
}
