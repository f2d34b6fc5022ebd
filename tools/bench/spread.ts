/** Values of one figure, one per round, as their least, middle and greatest. */
export type Spread = { min: number; median: number; max: number };

export function spread(values: readonly number[]): Spread {
  return { min: Math.min(...values), median: quantile(values, 0.5), max: Math.max(...values) };
}

/** @param share 0 to 1; 0.95 gives the value that 95 of 100 stay under (interpolated) */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const [below = Number.NaN, above = below] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return below + (above - below) * (at - Math.floor(at));
}

/** Middle of the round-by-round ratios: what disturbs one round disturbs both sides of it. */
export function pairedRatio(values: readonly number[], reference: readonly number[]): number {
  return quantile(
    values.map((value, round) => value / reference[round]!),
    0.5,
  );
}
