import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  alwaysValidP,
  lastEvidence,
  liftEvidence,
  liftInterval,
  liftSequence,
  nearestNull,
  type PairDay,
} from "../../../services/features/experiments/statistics/lift.ts";
import { powerBefore, visitsNeeded } from "../../../services/features/experiments/statistics/power.ts";
import { sampleRatio } from "../../../services/features/experiments/statistics/sample-ratio.ts";
import { timeRatio } from "../../../services/features/experiments/statistics/time-ratio.ts";
import { logGamma } from "../../../services/features/numbers/statistics/exact.ts";
import { compareRates, correctedByHolm } from "../../../services/features/numbers/statistics/rates.ts";

const day = (control: [number, number], arm: [number, number]): PairDay => ({
  control: { count: control[0], of: control[1] },
  arm: { count: arm[0], of: arm[1] },
});

describe("the log gamma", () => {
  // Values of C's lgamma.
  it.each([
    [0.5, 0.5723649429247],
    [1, 0],
    [3.7, 1.428072326665388],
    [100.25, 360.2845596377643],
  ])("the log gamma of %f is %f", (x, value) => {
    expect(logGamma(x)).toBeCloseTo(value, 9);
  });
});

describe("the nearest null", () => {
  const rates = fc.double({ min: 0.001, max: 0.999, noNaN: true });
  const shares = fc.double({ min: 0.01, max: 0.99, noNaN: true });
  const ratios = fc.double({ min: 0.05, max: 20, noNaN: true });

  it("equal rates have their pooled rate as the nearest null", () => {
    expect(nearestNull(0.1, 0.4, 0.25, 1)).toBeCloseTo(0.175, 12);
  });

  it("makes the likelihood ratio at most 1 on average, whatever the rates of the null are", () => {
    fc.assert(
      fc.property(rates, rates, shares, ratios, rates, (control, arm, armShare, ratio, truth) => {
        const nearest = nearestNull(control, arm, armShare, ratio);
        const base = truth * Math.min(1, 1 / ratio);
        const mean = (rate: number, other: number, p: number) =>
          (p * rate) / other + ((1 - p) * (1 - rate)) / (1 - other);
        const log =
          (1 - armShare) * Math.log(mean(control, nearest, base)) +
          armShare * Math.log(mean(arm, ratio * nearest, ratio * base));
        expect(log).toBeLessThan(1e-9);
      }),
      { seed: 1, numRuns: 500 },
    );
  });
});

describe("the evidence of a lift", () => {
  it("is at most 1 on average where there is no lift, summed exactly over all outcomes of two small days", () => {
    // Two days, each with four and three visits at the same rate: all 400 outcomes, each with its probability.
    const choose = (n: number, k: number): number => (k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k);
    const chance = (n: number, k: number, p: number) => choose(n, k) * p ** k * (1 - p) ** (n - k);
    const counts = (n: number) => Array.from({ length: n + 1 }, (_, k) => k);
    for (const p of [0.02, 0.3, 0.9]) {
      let mean = 0;
      for (const a of counts(4))
        for (const b of counts(3))
          for (const c of counts(4))
            for (const d of counts(3)) {
              const likely = chance(4, a, p) * chance(3, b, p) * chance(4, c, p) * chance(3, d, p);
              mean += likely * Math.exp(lastEvidence([day([a, 4], [b, 3]), day([c, 4], [d, 3])], 1));
            }
      expect(mean).toBeLessThanOrEqual(1 + 1e-9);
      expect(mean).toBeGreaterThan(0.5);
    }
  });

  it("grows with every day that supports it, and needs visits in both arms", () => {
    const better = Array.from({ length: 14 }, () => day([10, 100], [20, 100]));
    const looks = liftEvidence(better, 1);
    expect(looks.at(-1)!).toBeGreaterThan(Math.log(20));
    expect(looks.at(-1)!).toBeGreaterThan(looks[6]!);
    expect(lastEvidence(better, 2)).toBeLessThan(0);
    expect(lastEvidence([day([5, 10], [0, 0])], 1)).toBeCloseTo(0, 12);
    expect(alwaysValidP(better)).toBeCloseTo(Math.exp(-Math.max(...looks)), 12);
    expect(alwaysValidP([])).toBe(1);
  });
});

describe("the range of a lift", () => {
  const few = fc.integer({ min: 0, max: 40 });
  const days = fc.array(
    fc.tuple(few, few, few, few).map(([a, b, c, d]) => day([a, a + b], [c, c + d])),
    { minLength: 1, maxLength: 8 },
  );

  it("excludes 0 exactly when p is below the level", () => {
    fc.assert(
      fc.property(days, (each) => {
        const { low, high } = liftSequence(each, 0.05).at(-1)!;
        const p = alwaysValidP(each);
        // This close to the level either is right, because the limit is only found to about 1 in 1,000.
        if (Math.abs(p - 0.05) > 0.001) expect(low > 0 || (high ?? 1) < 0).toBe(p < 0.05);
      }),
      { seed: 2, numRuns: 200 },
    );
  });

  it("only gets narrower, and ends where the evidence reaches its threshold", () => {
    const each = Array.from({ length: 21 }, () => day([40, 400], [52, 400]));
    const looks = liftSequence(each, 0.05);
    for (const [index, { low, high }] of looks.entries()) {
      const before = looks[index - 1];
      if (before) expect([low >= before.low, high! <= before.high!]).toEqual([true, true]);
    }
    const { estimate, low, high } = liftInterval(each, 0.05);
    expect(estimate).toBeCloseTo(0.3, 12);
    for (const end of [low, high!]) expect(lastEvidence(each, 1 + end)).toBeCloseTo(Math.log(20), 1);
  });

  it("has no limit where control has no hits, and is empty where the lift reversed", () => {
    expect(liftInterval([day([0, 50], [3, 50])], 0.05)).toMatchObject({ estimate: null, high: null });
    const turned = [
      ...Array(20).fill(day([100, 1000], [200, 1000])),
      ...Array(40).fill(day([200, 1000], [100, 1000])),
    ];
    const { low, high } = liftSequence(turned, 0.05).at(-1)!;
    expect(low).toBeGreaterThan(high!);
  });
});

describe("the check of how visits are assigned", () => {
  it("has the p-value of Lindon and Malek's test", () => {
    // One day of 10,000 visits at 1:1, by Python's math.lgamma: the beta-binomial with 100 and 100 over the binomial.
    const { p } = sampleRatio([{ day: 1, visits: [4700, 5300] }], [1, 1]);
    expect(p / 3.0630094056683e-7).toBeCloseTo(1, 6);
  });

  it.each([
    ["as planned", "500:500 480:520", "1:1", true],
    ["by other weights", "500:1000 480:1020", "1:2", true],
    ["48 to 52 of 40,000", "9600:10400 9600:10400", "1:1", false],
    ["one arm short on one day, the other on the next", "900:600 600:900", "1:1", false],
    ["the third of three arms missing", "300:300:200", "1:1:1", false],
  ])("%s: %s", (_, days, weights, isHeld) => {
    const numbers = (text: string) => text.split(":").map(Number);
    const visits = days.split(" ").map((text, day) => ({ day, visits: numbers(text) }));
    expect(sampleRatio(visits, numbers(weights)).holds).toBe(isHeld);
  });

  it("names the days that are off", () => {
    const fine = { visits: [500, 500] };
    const days = [
      { day: 7, ...fine },
      { day: 8, visits: [700, 300] },
      { day: 9, ...fine },
    ];
    expect(sampleRatio(days, [1, 1]).days).toEqual([8]);
  });
});

describe("the ratio of times", () => {
  const times = (count: number, mean: number, sd: number) => ({
    count,
    sum: count * mean,
    squares: count * mean * mean + count * sd * sd,
  });

  it("follows the formula of the paper", () => {
    // Information 1 / (2 * 0.36 / 999), variance 0.01: worked out by hand.
    const known = 999 / 0.72;
    const margin = Math.sqrt(
      ((2 * (known * 0.01 + 1)) / (known * known * 0.01)) * Math.log(Math.sqrt(known * 0.01 + 1) / 0.05),
    );
    const lift = timeRatio(times(1000, 4, 0.6), times(1000, 4.2, 0.6), 0.05)!;
    expect(lift.estimate).toBeCloseTo(Math.exp(0.2) - 1, 9);
    expect(lift.low).toBeCloseTo(Math.exp(0.2 - margin) - 1, 9);
    expect(lift.high).toBeCloseTo(Math.exp(0.2 + margin) - 1, 9);
    expect(lift.low).toBeGreaterThan(0);
  });

  it("is null for few times, and where all are the same", () => {
    expect(timeRatio(times(99, 4, 1), times(1000, 4, 1), 0.05)).toBeNull();
    expect(timeRatio(times(1000, 4, 0), times(1000, 4, 0), 0.05)).toBeNull();
  });
});

describe("the plan", () => {
  const each = { rate: 0.1, controlShare: 0.5, armShare: 0.5, level: 0.05 };

  it("needs more visits than a test with a single look, as computed by R's power.prop.test", () => {
    // power.prop.test(p1 = .1, p2 = .11, power = .8): n = 14750.79 an arm; p2 = .12: 3840.85.
    expect(visitsNeeded({ ...each, lift: 0.1 })! / (2 * 14_751)).toBeGreaterThan(1.5);
    expect(visitsNeeded({ ...each, lift: 0.1 })! / (2 * 14_751)).toBeLessThan(2.5);
    expect(visitsNeeded({ ...each, lift: 0.2 })! / (2 * 3841)).toBeLessThan(2.5);
  });

  it("needs more visits for a smaller lift, a stricter level and uneven arms", () => {
    const one = visitsNeeded({ ...each, lift: 0.1 })!;
    expect(visitsNeeded({ ...each, lift: 0.05 })! / one).toBeGreaterThan(3);
    expect(visitsNeeded({ ...each, lift: 0.1, level: 0.025 })!).toBeGreaterThan(one);
    expect(visitsNeeded({ ...each, lift: 0.1, controlShare: 0.8, armShare: 0.2 })!).toBeGreaterThan(one);
  });

  it("takes whole weeks, at least two, and leaves out impossible lifts", () => {
    const plans = powerBefore({ rate: 0.7, perDay: 1000, shares: [0.5, 0.5], level: 0.05 });
    expect(plans.map(({ lift }) => lift)).toEqual([0.05, 0.1, 0.2]);
    for (const { visits, days } of plans) {
      expect(days! % 7).toBe(0);
      expect(days).toBeGreaterThanOrEqual(14);
      expect(days! * 1000).toBeGreaterThanOrEqual(visits);
    }
    expect(powerBefore({ rate: 0.1, perDay: 0, shares: [0.5, 0.5], level: 0.05 })[0]!.days).toBeNull();
    expect(visitsNeeded({ ...each, rate: 0, lift: 0.1 })).toBeNull();
  });
});

describe("the comparison of two rates", () => {
  // Worked by hand with tables of the normal distribution.
  it.each([
    [{ count: 100, of: 1000 }, { count: 130, of: 1000 }, "z", 0.03549],
    [{ count: 15, of: 100 }, { count: 25, of: 100 }, "z", 0.0771],
    [{ count: 500, of: 10_000 }, { count: 500, of: 10_000 }, "z", 1],
    [{ count: 10, of: 100 }, { count: 60, of: 100 }, "z", 1.24e-13],
    // Fisher's, by counting all ways to divide the hits; the second are his own cups of tea.
    [{ count: 3, of: 8 }, { count: 4, of: 4 }, "exact", 0.08081],
    [{ count: 3, of: 4 }, { count: 1, of: 4 }, "exact", 0.48571],
    [{ count: 0, of: 20_000 }, { count: 3, of: 20_000 }, "exact", 0.25],
  ])("of %o and %o by %s has p %f", (a, b, test, p) => {
    const found = compareRates(a, b);
    expect(found.test).toBe(test);
    expect(found.p! / p).toBeCloseTo(1, 1);
    expect(found.isSignificant).toBe(p < 0.05);
  });

  it("is empty where there is nothing to compare", () => {
    const nothing = { test: null, p: null, adjusted: null, isSignificant: false };
    expect(compareRates({ count: 0, of: 0 }, { count: 1, of: 2 })).toMatchObject(nothing);
    expect(compareRates({ count: 0, of: 5 }, { count: 0, of: 9 })).toMatchObject(nothing);
    expect(compareRates({ count: 5, of: 5 }, { count: 9, of: 9 })).toMatchObject(nothing);
  });
});

describe("many comparisons looked at together", () => {
  const alike = compareRates({ count: 500, of: 1000 }, { count: 501, of: 1000 });
  const nearly = compareRates({ count: 100, of: 1000 }, { count: 130, of: 1000 });
  const clear = compareRates({ count: 100, of: 1000 }, { count: 200, of: 1000 });

  it("call fewer significant than each by itself", () => {
    expect(nearly.isSignificant).toBe(true);
    const corrected = correctedByHolm([nearly, clear, alike]);
    expect(corrected.map(({ isSignificant }) => isSignificant)).toEqual([false, true, false]);
    expect(correctedByHolm([nearly])[0]!.isSignificant).toBe(true);
    expect(corrected[0]!.adjusted).toBeCloseTo(2 * nearly.p!, 10);
    expect(corrected.every(({ p, adjusted }) => adjusted! >= p!)).toBe(true);
  });
});

describe("the interval of a difference", () => {
  it("the interval of a difference is Newcombe's", () => {
    // His own example: 56 of 70 against 48 of 80.
    const { interval } = compareRates({ count: 48, of: 80 }, { count: 56, of: 70 });
    expect(interval!.map((end) => Number(end.toFixed(4)))).toEqual([0.0524, 0.3339]);
  });
});
