/** How likely chance alone gives so few or so many, with more spread than independent events have. */

/** The natural logarithm of the gamma function, by Lanczos' series: to 10 digits. */
function logGamma(x: number): number {
  const terms = [
    76.18009172947146, -86.50532032941678, 24.01409824083091, -1.231739572450155, 0.1208650973866179e-2,
    -0.5395239384953e-5,
  ];
  const series = terms.reduce((sum, term, index) => sum + term / (x + 1 + index), 1.000000000190015);
  return (x + 0.5) * Math.log(x + 5.5) - (x + 5.5) + Math.log((2.506628274631 * series) / x);
}

/** The regularized incomplete beta function, by its continued fraction (Lentz). */
export function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a);
  const front = Math.exp(
    logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log(1 - x) - Math.log(a),
  );
  const tiny = 1e-300;
  const apart = (value: number) => (Math.abs(value) < tiny ? tiny : value);
  let c = 1;
  let d = 1 / apart(1 - ((a + b) * x) / (a + 1));
  let sum = d;
  for (let m = 1; m < 1_000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / apart(1 + even * d);
    c = apart(1 + even / c);
    sum *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / apart(1 + odd * d);
    c = apart(1 + odd / c);
    sum *= d * c;
    if (Math.abs(d * c - 1) < 1e-12) break;
  }
  return front * sum;
}

/** Chance of so few of a negative binomial whose variance is `mean + excess * mean²`. */
export function countAtMost(seen: number, mean: number, excess: number): number {
  const size = 1 / excess;
  return incompleteBeta(size / (size + mean), size, seen + 1);
}

/**
 * Chance of so few, and of so many, of `of` trials that hit with `rate`, where the variance is `spread` times that of
 * independent ones: as many fewer trials count.
 */
export function shareAtMost(seen: number, of: number, rate: number, spread: number): number {
  return seen >= of ? 1 : incompleteBeta(1 - rate, (of - seen) / spread, seen / spread + 1);
}
export function shareAtLeast(seen: number, of: number, rate: number, spread: number): number {
  return seen <= 0 ? 1 : incompleteBeta(rate, seen / spread, (of - seen) / spread + 1);
}
