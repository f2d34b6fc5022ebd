import type { Given } from "./fit.ts";
import { type Fit, variance, windows } from "./fit.ts";
import type { Aspect } from "./series.ts";
import { countAtMost, shareAtLeast, shareAtMost } from "./tail.ts";

/** Fewer leads lost, visitors left or calls failed than so many are nobody's alarm. */
const leastLost = 5;
/** Nor is less than such a share of what was expected. */
const leastShare = 0.25;
/** A window in which so many are expected tells whether a series is as usual again. */
const telling = 5;
/** As usual: chance gives as much once in so many hours. */
const usualChance = 0.05;

/** What a window holds, beside what its past says of it. */
export type Judged = {
  /** Hours up to the one that was judged. */
  width: number;
  seen: number;
  tries: number;
  expected: number;
  /** 95 % of such hours lie between. */
  low: number;
  high: number;
  /** That chance alone gives as few, or as many. */
  chance: number;
};

/** Whether more is bad. */
const isBadAbove = (aspect: Aspect) => aspect === "failures" || aspect === "dropOff";

/** Judges the hours up to one by its history. @param hour an index of the history */
function windowAt(given: Given, fit: Fit, aspect: Aspect, hour: number, at: number): Judged {
  const width = windows[at]!;
  let [seen, tries, expected] = [0, 0, 0];
  for (let each = Math.max(0, hour + 1 - width); each <= hour; each++) {
    seen += given.hits[each]!;
    tries += given.tries[each]!;
    expected += fit.expected[each]!;
  }
  if (given.isShare) expected = Math.min(expected, 0.99 * tries);
  // The level itself is known as well as its events are many.
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

/** The least likely of the windows that end with an hour, if it is less likely than `level` and large enough to matter. */
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
    return chance < level && lost >= leastLost && lost >= leastShare * expected;
  });
  return bad.sort((one, other) => one.chance - other.chance)[0];
}

/** Whether a series has been as usual for two hours, by the shortest windows that can tell. */
export function isUsualAt(given: Given, fit: Fit, aspect: Aspect, hour: number): boolean {
  return [hour - 1, hour].every((each) => {
    const judged = windows.map((_, at) => windowAt(given, fit, aspect, each, at));
    const one = judged.find(({ expected, tries }) => (given.isShare ? tries * 0.2 : expected) >= telling);
    return (one ?? judged.at(-1)!).chance > usualChance;
  });
}
