import { logGamma } from "../../statistics/log-gamma.ts";

/** The chance at most that visits which are assigned as they should be are ever said not to be. */
export const sampleRatioLevel = 0.001;

/** How closely shares are expected to be as planned when they are not: by about 3 percent points. */
const closeness = 200;

/** A day of assignments: how many visits each arm got. */
export type Assigned = { day: number; visits: readonly number[] };

export type SampleRatio = {
  /** Always valid: as of the last day, of all visits together. */
  p: number;
  /** Days whose visits were not assigned by the weights. */
  days: number[];
  holds: boolean;
};

/**
 * Whether visits came to the arms by their weights, however often one looks: the sequential multinomial test of Lindon and
 * Malek (2020, "Anytime-valid inference for multinomial count data"). Half of the level is for all visits together, half
 * for single days, which an outage of one arm shows on; the n-th day has 1 / (n (n + 1)) of it, all days together 1.
 */
export function sampleRatio(days: readonly Assigned[], weights: readonly number[]): SampleRatio {
  const shares = sharesOf(weights);
  const total = shares.map(() => 0);
  let most = 0;
  for (const { visits } of days) {
    for (const [arm, count] of visits.entries()) total[arm]! += count;
    most = Math.max(most, evidence(total, shares));
  }
  const level = sampleRatioLevel / 2;
  const bad = days.filter(
    ({ visits }, index) => evidence(visits, shares) >= Math.log(((index + 1) * (index + 2)) / level),
  );
  const p = Math.min(1, 2 * Math.exp(-most));
  return { p, days: bad.map(({ day }) => day), holds: p > sampleRatioLevel && bad.length === 0 };
}

/** Weights as shares of 1. */
export function sharesOf(weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  return weights.map((weight) => weight / sum);
}

/** Logarithm of how much likelier shares spread around the planned ones make these counts than the planned ones. */
function evidence(counts: readonly number[], shares: readonly number[]): number {
  const all = counts.reduce((sum, count) => sum + count, 0);
  const perArm = counts.map((count, arm) => {
    const prior = closeness * shares[arm]!;
    return logGamma(prior + count) - logGamma(prior) - count * Math.log(shares[arm]!);
  });
  return logGamma(closeness) - logGamma(closeness + all) + perArm.reduce((sum, each) => sum + each, 0);
}
