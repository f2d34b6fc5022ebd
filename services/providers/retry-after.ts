const dayMs = 24 * 60 * 60 * 1000;

/**
 * Reads a Retry-After header: seconds, or an HTTP date.
 * @returns milliseconds from `now` (0 to one day), or undefined when there is nothing usable
 */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  if (!header) return undefined;
  const wait = /^\s*\d+\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), dayMs);
}
