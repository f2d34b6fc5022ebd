import { type Fit, type Given, variance, windows } from "./fit.ts";
import type { Aspect } from "./series.ts";
import { countAtMost, shareAtLeast, shareAtMost } from "./tail.ts";

/** Fewer lost leads, lost visitors or failed calls than this raise no alarm. */
const minLost = 5;
/** Nor does a smaller share of what was expected. */
const minShare = 0.25;
/** Events that a window must expect to tell whether a series is back to normal. */
const minExpected = 5;
/** A window is back to normal when chance alone gives such a value more often than this. */
const normalChance = 0.05;

/** What a window counted, next to what was expected of it. */
export type Judged = {
  /** Length of the window in hours. */
  width: number;
  seen: number;
  tries: number;
  expected: number;
  /** 95 % of such windows are between `low` and `high`. */
  low: number;
  high: number;
  /** Probability that chance alone gives a value as bad, 0 to 1. */
  chance: number;
};

/** True for aspects where a high value is bad. */
const isBadAbove = (aspect: Aspect) => aspect === "failures" || aspect === "dropOff";

/** Judges the window that ends with an hour. @param hour index in the history @param at index in `windows` */
function windowAt(given: Given, fit: Fit, aspect: Aspect, hour: number, at: number): Judged {
  const width = windows[at]!;
  let [seen, tries, expected] = [0, 0, 0];
  for (let each = Math.max(0, hour + 1 - width); each <= hour; each++) {
    seen += given.hits[each]!;
    tries += given.tries[each]!;
    expected += fit.expected[each]!;
  }
  if (given.isShare) expected = Math.min(expected, 0.99 * tries);
  // The fewer events the level was taken from, the less certain it is.
  const excess = fit.excess[at]! + 1 / (fit.events + 1);
  const base = variance(expected, tries, given.isShare);
  const deviation = Math.sqrt(base + excess * expected ** 2);
  const spread = base > 0 ? deviation ** 2 / base : 1;
  const rate = expected / tries;
  const chance = () => {
    if (expected === 0) return 1;
    if (!given.isShare) return countAtMost(seen, expected, excess);
    return (isBadAbove(aspect) ? shareAtLeast : shareAtMost)(seen, tries, rate, spread);
  };
  return {
    width,
    seen,
    tries,
    expected,
    low: Math.max(0, expected - 1.96 * deviation),
    high: Math.min(expected + 1.96 * deviation, given.isShare ? tries : Number.POSITIVE_INFINITY),
    chance: chance(),
  };
}

/** The least likely window that ends with an hour, of those less likely than `level` and large enough to matter. */
export function alarmAt(
  given: Given,
  fit: Fit,
  aspect: Aspect,
  hour: number,
  level: number,
): Judged | undefined {
  const judged = windows.map((_, at) => windowAt(given, fit, aspect, hour, at));
  const bad = judged.filter(({ seen, expected, chance }) => {
    const lost = isBadAbove(aspect) ? seen - expected : expected - seen;
    return chance < level && lost >= minLost && lost >= minShare * expected;
  });
  return bad.sort((one, other) => one.chance - other.chance)[0];
}

/** True when a series has been back to normal for two hours, by the shortest windows that can tell. */
export function isNormalAt(given: Given, fit: Fit, aspect: Aspect, hour: number): boolean {
  return [hour - 1, hour].every((each) => {
    const judged = windows.map((_, at) => windowAt(given, fit, aspect, each, at));
    const one = judged.find(({ expected, tries }) => (given.isShare ? tries * 0.2 : expected) >= minExpected);
    return (one ?? judged.at(-1)!).chance > normalChance;
  });
}
