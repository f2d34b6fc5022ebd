import { failure, type Log } from "./log.ts";

/**
 * Does something now and then: at once, and after each pause unless the last time is still under way. What fails is logged
 * as this event, and tried again.
 * @param work ends early once the function that it is given says so
 * @returns `check`: does it now, unless it is under way; and how to stop, which waits for what is under way
 */
export function polling(
  work: (isStopped: () => boolean) => Promise<unknown>,
  { pollMs, log, failed }: { pollMs: number; log: Log; failed: string },
): { check(): void; stop(): Promise<void> } {
  let isStopped = false;
  let underWay: Promise<void> | undefined;
  const check = () => {
    underWay ??= work(() => isStopped)
      .then(() => {})
      .catch((error) => log(failed, failure(error)))
      .finally(() => {
        underWay = undefined;
      });
  };
  check();
  const end = every(pollMs, check);
  return {
    check,
    async stop() {
      isStopped = true;
      end();
      await underWay;
    },
  };
}

/** A timer may come so much before its time, in milliseconds. */
const early = 2;

/**
 * Does something every so many milliseconds, at multiples of them, so that a process at rest is woken once for all that is
 * done each second. Keeps no process alive.
 * @returns how to end it
 */
export function every(ms: number, look: () => void): () => void {
  let timer: NodeJS.Timeout;
  const wait = () => {
    const at = performance.now();
    timer = setTimeout(wake, (Math.floor((at + early) / ms) + 1) * ms - at).unref();
  };
  const wake = () => {
    wait();
    look();
  };
  wait();
  return () => clearTimeout(timer);
}
