import { dayBegins, dayCounter } from "../../calendar/days.ts";
import { type Hours, isOpenAt } from "../../settings/destinations/hours.ts";

const quarterMs = 15 * 60_000;

/**
 * How much of the business day that a moment is in is over, 0 to 1: of the hours in which its receiver is open, or of all.
 * Undefined where it does not open that day.
 */
export function shareOfDay(at: number, timeZone: string, open: readonly Hours[] = []): number | undefined {
  const day = dayCounter(timeZone)(at);
  const [from, until] = [dayBegins(day, timeZone), dayBegins(day + 1, timeZone)];
  if (open.length === 0) return (at - from) / (until - from);
  let [over, all] = [0, 0];
  for (let quarter = from; quarter < until; quarter += quarterMs) {
    if (!isOpenAt(open, timeZone, quarter)) continue;
    all += quarterMs;
    over += Math.min(quarterMs, Math.max(0, at - quarter));
  }
  return all === 0 ? undefined : over / all;
}

/**
 * How far what has come today is ahead of an even pace, in the unit of the cap; negative where it is behind, 0 where the
 * difference is less than a twentieth of the cap, which chance alone makes.
 */
export function aheadOfPace(count: number, cap: number, share: number): number {
  const ahead = Math.round(count - cap * share);
  return Math.abs(ahead) < Math.max(1, cap / 20) ? 0 : ahead;
}
