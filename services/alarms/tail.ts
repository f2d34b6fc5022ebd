/** Tail probabilities of counts and shares that vary more than independent events do. */
import { logGamma } from "../statistics/log-gamma.ts";

/** The regularized incomplete beta function, by its continued fraction (Lentz). */
export function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a);
  const front = Math.exp(
    logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log(1 - x) - Math.log(a),
  );
  const tiny = 1e-300;
  const nonZero = (value: number) => (Math.abs(value) < tiny ? tiny : value);
  let c = 1;
  let d = 1 / nonZero(1 - ((a + b) * x) / (a + 1));
  let sum = d;
  for (let m = 1; m < 1_000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / nonZero(1 + even * d);
    c = nonZero(1 + even / c);
    sum *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / nonZero(1 + odd * d);
    c = nonZero(1 + odd / c);
    sum *= d * c;
    if (Math.abs(d * c - 1) < 1e-12) break;
  }
  return front * sum;
}

/** Probability of `seen` or fewer under a negative binomial with variance `mean + excess * mean²`. */
export function countAtMost(seen: number, mean: number, excess: number): number {
  const size = 1 / excess;
  return incompleteBeta(size / (size + mean), size, seen + 1);
}

/**
 * Probability of `seen` or fewer hits in `of` trials at `rate`, with `spread` times the variance of independent trials,
 * computed as if there were `spread` times fewer trials.
 */
export function shareAtMost(seen: number, of: number, rate: number, spread: number): number {
  return seen >= of ? 1 : incompleteBeta(1 - rate, (of - seen) / spread, seen / spread + 1);
}
/** Probability of `seen` or more hits; otherwise as `shareAtMost`. */
export function shareAtLeast(seen: number, of: number, rate: number, spread: number): number {
  return seen <= 0 ? 1 : incompleteBeta(rate, seen / spread, (of - seen) / spread + 1);
}
