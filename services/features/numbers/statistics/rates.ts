import { differenceInterval, fisherExact } from "./exact.ts";

export type Rate = { count: number; of: number };

/** Two rates, and whether they differ by more than chance (two-sided). */
export type Comparison = {
  a: { count: number; of: number; rate: number };
  b: { count: number; of: number; rate: number };
  /** b's rate minus a's. */
  difference: number;
  /** The 95 % interval of the difference; null where a side is empty. */
  interval: [low: number, high: number] | null;
  /** `exact` is Fisher's test, used where a group is too small for the z-test; null where nothing is tested. */
  test: "z" | "exact" | null;
  /** Null where a side is empty or both rates are 0 or both 1. */
  p: number | null;
  /** p after Holm's correction for several comparisons; the same as `p` for a single one. */
  adjusted: number | null;
  /** The adjusted p is below 0.05. */
  isSignificant: boolean;
};

const level = 0.05;

/** With fewer expected hits or misses in a group, the normal distribution is too far off. */
const minExpected = 5;

/** Tests whether two rates differ: a z-test with the pooled rate, or Fisher's exact test where a group is small. */
export function compareRates(a: Rate, b: Rate): Comparison {
  const [first, second] = [withRate(a), withRate(b)];
  const difference = second.rate - first.rate;
  const pooled = (a.count + b.count) / (a.of + b.of);
  const isComparable = a.of > 0 && b.of > 0;
  const isTested = isComparable && pooled > 0 && pooled < 1;
  const isSmall = Math.min(a.of, b.of) * Math.min(pooled, 1 - pooled) < minExpected;
  const test = !isTested ? null : isSmall ? "exact" : "z";
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / a.of + 1 / b.of));
  const p = test === null ? null : test === "exact" ? fisherExact(a, b) : twoSided(difference / error);
  const interval = isComparable ? differenceInterval(a, b) : null;
  const isSignificant = p !== null && p < level;
  return { a: first, b: second, difference, interval, test, p, adjusted: p, isSignificant };
}

/**
 * Corrects the p-values of several comparisons by Holm's method, which keeps the probability that any of them is wrongly
 * called significant below the level.
 */
export function correctedByHolm(comparisons: readonly Comparison[]): Comparison[] {
  const order = comparisons
    .map(({ p }, index) => ({ p, index }))
    .filter((each): each is { p: number; index: number } => each.p !== null)
    .sort((one, other) => one.p - other.p);
  const adjusted = new Map<number, number>();
  let max = 0;
  for (const [rank, { p, index }] of order.entries()) {
    max = Math.max(max, Math.min(1, p * (order.length - rank)));
    adjusted.set(index, max);
  }
  return comparisons.map((comparison, index) => {
    const now = adjusted.get(index) ?? null;
    return { ...comparison, adjusted: now, isSignificant: now !== null && now < level };
  });
}

function withRate({ count, of }: Rate) {
  return { count, of, rate: of === 0 ? 0 : count / of };
}

/** Two-sided p-value of a z-score: the complementary error function from Numerical Recipes, to 1e-7. */
function twoSided(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + 0.5 * x);
  const powers = [
    -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587,
    -0.82215223, 0.17087277,
  ];
  return t * Math.exp(-x * x + powers.reduceRight((sum, coefficient) => coefficient + t * sum, 0));
}
