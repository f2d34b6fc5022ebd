import { expect, it } from "vitest";
import {
  countAtMost,
  incompleteBeta,
  shareAtLeast,
  shareAtMost,
} from "../../../services/statistics/exact.ts";

/** The reference: the probabilities summed one by one. */
function negativeBinomial(seen: number, mean: number, excess: number): number {
  const size = 1 / excess;
  const rate = size / (size + mean);
  let [each, sum] = [rate ** size, 0];
  for (let k = 0; k <= seen; k++) {
    sum += each;
    each *= ((k + size) / (k + 1)) * (1 - rate);
  }
  return sum;
}

function binomial(seen: number, of: number, rate: number): number {
  let [each, sum] = [(1 - rate) ** of, 0];
  for (let k = 0; k <= seen; k++) {
    sum += each;
    each *= ((of - k) / (k + 1)) * (rate / (1 - rate));
  }
  return sum;
}

it.each([
  [0, 5, 0.1],
  [3, 14, 0.05],
  [40, 60, 0.02],
  [70, 60, 0.5],
])(
  "the probability of at most %i where %i are expected is that of a negative binomial",
  (seen, mean, excess) => {
    expect(countAtMost(seen, mean, excess) / negativeBinomial(seen, mean, excess)).toBeCloseTo(1, 6);
  },
);

it.each([
  [0, 10, 0.3],
  [4, 40, 0.35],
  [30, 100, 0.2],
])(
  "the probabilities of at most %i of %i, and of more, are binomial without extra spread",
  (seen, of, rate) => {
    expect(shareAtMost(seen, of, rate, 1) / binomial(seen, of, rate)).toBeCloseTo(1, 6);
    expect(shareAtLeast(seen + 1, of, rate, 1) + shareAtMost(seen, of, rate, 1)).toBeCloseTo(1, 6);
  },
);

it("more spread makes the same count likelier", () => {
  expect(shareAtMost(4, 40, 0.35, 2)).toBeGreaterThan(2 * shareAtMost(4, 40, 0.35, 1));
  expect(countAtMost(3, 14, 0.2)).toBeGreaterThan(2 * countAtMost(3, 14, 0.05));
});

it("probabilities at the ends of the range are exactly 0 and 1", () => {
  expect([incompleteBeta(0, 2, 3), incompleteBeta(1, 2, 3)]).toEqual([0, 1]);
  expect([shareAtMost(5, 5, 0.4, 1), shareAtLeast(0, 5, 0.4, 1)]).toEqual([1, 1]);
});
