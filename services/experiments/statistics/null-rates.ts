/**
 * Of all pairs of rates with arm = ratio * control, finds the pair nearest to two given rates by Kullback-Leibler
 * divergence, and returns its control rate. The likelihood ratio of two rates to the nearest pair of a convex null
 * hypothesis is at most 1 on average under every pair of that hypothesis, so it is an e-value whatever the true rates are
 * (Turner, Ly and Grünwald 2024, "Generic E-variables for exact sequential k-sample tests that allow for optional
 * stopping").
 * @param armShare the arm's share of the visits of both, 0 to 1
 */
export function nearestNull(control: number, arm: number, armShare: number, ratio: number): number {
  const controlShare = 1 - armShare;
  const hits = controlShare * control + armShare * arm;
  // The derivative is 0 where ratio * c * c - b * c + hits = 0; only the smaller solution is a valid rate.
  const b = hits * (1 + ratio) + armShare * (1 - arm) * ratio + controlShare * (1 - control);
  return (2 * hits) / (b + Math.sqrt(Math.max(0, b * b - 4 * ratio * hits)));
}
