import { logGamma } from "../../numbers/statistics/exact.ts";

/** Highest chance of ever reporting a mismatch where visits are assigned as planned. */
export const sampleRatioLevel = 0.001;

/** How far off shares are expected to be when they are not as planned: this prior is off by about 3 percentage points. */
const closeness = 200;

/** How many visits each arm got on a day. */
export type Assigned = { day: number; visits: readonly number[] };

export type SampleRatio = {
  /** Always-valid p-value of all visits together, after the last day. */
  p: number;
  /** Days on which visits were not assigned by the weights. */
  days: number[];
  /** True where the assignment is as planned. */
  holds: boolean;
};

/**
 * Tests whether visits are split between the arms by their weights, however often one looks: the sequential multinomial
 * test of Lindon and Malek (2020, "Anytime-valid inference for multinomial count data"). Half of the level is spent on all
 * visits together, half on single days, which show an outage of one arm; the n-th day gets 1 / (n (n + 1)) of that half.
 */
export function sampleRatio(days: readonly Assigned[], weights: readonly number[]): SampleRatio {
  const shares = sharesOf(weights);
  const total = shares.map(() => 0);
  let max = 0;
  for (const { visits } of days) {
    for (const [arm, count] of visits.entries()) total[arm]! += count;
    max = Math.max(max, evidence(total, shares));
  }
  const level = sampleRatioLevel / 2;
  const bad = days.filter(
    ({ visits }, index) => evidence(visits, shares) >= Math.log(((index + 1) * (index + 2)) / level),
  );
  const p = Math.min(1, 2 * Math.exp(-max));
  return { p, days: bad.map(({ day }) => day), holds: p > sampleRatioLevel && bad.length === 0 };
}

/** Weights as shares of 1. */
export function sharesOf(weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  return weights.map((weight) => weight / sum);
}

/** Log Bayes factor of counts: shares spread around the planned ones, against the planned shares. */
function evidence(counts: readonly number[], shares: readonly number[]): number {
  const all = counts.reduce((sum, count) => sum + count, 0);
  const perArm = counts.map((count, arm) => {
    const prior = closeness * shares[arm]!;
    return logGamma(prior + count) - logGamma(prior) - count * Math.log(shares[arm]!);
  });
  return logGamma(closeness) - logGamma(closeness + all) + perArm.reduce((sum, each) => sum + each, 0);
}
