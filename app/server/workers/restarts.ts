/** A worker that has lived so long did not fail for what it is, in milliseconds. */
export const steadyMs = 10_000;
/** So many in a row that lived shorter are enough. */
const most = 6;
const firstWaitMs = 250;
const longestWaitMs = 30_000;

/** When a worker that ended is replaced. */
export function restarts() {
  let inARow = 0;
  return {
    /**
     * @param livedMs how long it lived
     * @param othersServe whether another one has lived long enough and lives
     * @returns how long to wait, in milliseconds; undefined when there is no use in going on
     */
    after(livedMs: number, othersServe: boolean): number | undefined {
      inARow = livedMs >= steadyMs ? 1 : inARow + 1;
      if (inARow >= most && !othersServe) return undefined;
      return Math.min(longestWaitMs, firstWaitMs * 2 ** (inARow - 1));
    },
  };
}
