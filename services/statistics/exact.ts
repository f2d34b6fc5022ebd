import { logGamma } from "./log-gamma.ts";

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
