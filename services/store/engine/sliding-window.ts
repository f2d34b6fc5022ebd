/**
 * What was counted in one window of time and in the one before it. Everything that is limited within a time counts by both:
 * those of the window before weigh as much as of it is left to slide out, so that nobody gets twice as much at its turn.
 */
export type Counted = { before: number; current: number };

/** @returns when the window began that this moment is in, epoch milliseconds */
export const windowStart = (at: number, windowMs: number) => at - (at % windowMs);

/** How much may be counted in this window from its beginning to now, after so much in the one before. */
export function roomAfter(before: number, most: number, at: number, windowMs: number): number {
  return Math.floor(most - before * (1 - (at % windowMs) / windowMs));
}

/** How long until `amount` more has room if nothing else is counted, in milliseconds; at least 1. */
export function waitFor(
  { before, current }: Counted,
  most: number,
  at: number,
  windowMs: number,
  amount = 1,
): number {
  const into = at % windowMs;
  const free = most - amount - current;
  const wait =
    free >= 0
      ? slidOut(before, free) * windowMs - into
      : windowMs - into + slidOut(current, most - amount) * windowMs;
  return Math.max(1, Math.ceil(wait));
}

/** Which part of a window has to slide out until no more than `allowed` is left of its count. */
const slidOut = (count: number, allowed: number) => (count <= allowed ? 0 : 1 - allowed / count);
