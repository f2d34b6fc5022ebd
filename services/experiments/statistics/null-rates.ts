/**
 * Of all pairs of rates with arm = ratio * control, the control's rate of the pair that is nearest to two given rates in
 * the sense of Kullback and Leibler. The likelihood ratio of two rates to the nearest pair of a convex null hypothesis is
 * at most 1 on average under every pair of it, so it is evidence of a known strength whatever the true rates are (Turner,
 * Ly and Grünwald 2024, "Generic E-variables for exact sequential k-sample tests that allow for optional stopping").
 * @param armShare of the visits of both, 0 to 1
 */
export function nearestNull(control: number, arm: number, armShare: number, ratio: number): number {
  const controlShare = 1 - armShare;
  const hits = controlShare * control + armShare * arm;
  // Where the derivative is 0: ratio * c * c - b * c + hits = 0, and the smaller of two solutions is a rate.
  const b = hits * (1 + ratio) + armShare * (1 - arm) * ratio + controlShare * (1 - control);
  return (2 * hits) / (b + Math.sqrt(Math.max(0, b * b - 4 * ratio * hits)));
}
