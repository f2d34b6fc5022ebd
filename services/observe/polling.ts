import { failure, type Log } from "./log.ts";

/**
 * Does something now and then: at once, and after each pause unless the last time is still under way. What fails is logged
 * as this event, and tried again.
 * @param work ends early once the function that it is given says so
 * @returns how to stop: waits for what is under way
 */
export function polling(
  work: (isStopped: () => boolean) => Promise<unknown>,
  { pollMs, log, failed }: { pollMs: number; log: Log; failed: string },
): { stop(): Promise<void> } {
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
  const timer = setInterval(check, pollMs);
  timer.unref();
  return {
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await underWay;
    },
  };
}
