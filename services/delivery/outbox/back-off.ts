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
