/** The natural logarithm of the gamma function for x > 0, to about 10 digits: shifted above 10, then Stirling's series. */
export function logGamma(x: number): number {
  let [shifted, product] = [x, 1];
  for (; shifted < 10; shifted++) product *= shifted;
  const series = 1 / (12 * shifted) - 1 / (360 * shifted ** 3) + 1 / (1260 * shifted ** 5);
  return (
    (shifted - 0.5) * Math.log(shifted) - shifted + 0.5 * Math.log(2 * Math.PI) + series - Math.log(product)
  );
}

const logFactorial = (n: number) => logGamma(n + 1);

const logChoose = (n: number, k: number) => logFactorial(n) - logFactorial(k) - logFactorial(n - k);

/**
 * Fisher's exact test, two-sided: the probability that chance alone splits the hits between two groups at least as
 * unevenly. It is valid for any sample size, unlike tests that assume a normal distribution.
 */
export function fisherExact(a: { count: number; of: number }, b: { count: number; of: number }): number {
  const hits = a.count + b.count;
  const all = a.of + b.of;
  const chance = (inA: number) =>
    Math.exp(logChoose(a.of, inA) + logChoose(b.of, hits - inA) - logChoose(all, hits));
  const observed = chance(a.count);
  let sum = 0;
  for (let inA = Math.max(0, hits - b.of); inA <= Math.min(hits, a.of); inA++) {
    const each = chance(inA);
    // Equal probabilities may differ by rounding.
    if (each <= observed * (1 + 1e-7)) sum += each;
  }
  return Math.min(1, sum);
}

/** 95 % of a standard normal distribution lie within this many deviations. */
const z95 = 1.959964;

/** Wilson's 95 % interval of a rate. */
export function wilson({ count, of }: { count: number; of: number }): [low: number, high: number] {
  const rate = count / of;
  const [middle, half] = [
    rate + z95 ** 2 / (2 * of),
    z95 * Math.sqrt((rate * (1 - rate)) / of + z95 ** 2 / (4 * of ** 2)),
  ];
  const scale = 1 + z95 ** 2 / of;
  return [(middle - half) / scale, (middle + half) / scale];
}

/** The 95 % interval of b's rate minus a's, valid for small groups too (Newcombe 1998, method 10). */
export function differenceInterval(
  a: { count: number; of: number },
  b: { count: number; of: number },
): [low: number, high: number] {
  const [[lowA, highA], [lowB, highB]] = [wilson(a), wilson(b)];
  const [rateA, rateB] = [a.count / a.of, b.count / b.of];
  const difference = rateB - rateA;
  return [
    difference - Math.hypot(rateB - lowB, highA - rateA),
    difference + Math.hypot(highB - rateB, rateA - lowA),
  ];
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

/**
 * Probability of `seen` or fewer of what varies more than independent events do: under a negative binomial with variance `mean + excess * mean²`.
 */
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
