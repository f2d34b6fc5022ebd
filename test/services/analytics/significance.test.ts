import { describe, expect, it } from "vitest";
import { compareRates, correctedByHolm } from "../../../services/analytics/significance.ts";

describe("the comparison of two rates", () => {
  // Worked by hand with tables of the normal distribution.
  it.each([
    [{ count: 100, of: 1000 }, { count: 130, of: 1000 }, 2.1027, 0.03549],
    [{ count: 15, of: 100 }, { count: 25, of: 100 }, 1.7678, 0.0771],
    [{ count: 500, of: 10_000 }, { count: 500, of: 10_000 }, 0, 1],
    [{ count: 10, of: 100 }, { count: 60, of: 100 }, 7.4125, 1.24e-13],
  ])("of %o and %o is z %f, p %f", (a, b, z, p) => {
    const found = compareRates(a, b);
    expect(found.z).toBeCloseTo(z, 3);
    expect(found.p! / p).toBeCloseTo(1, 1);
    expect(found.isSignificant).toBe(p < 0.05);
  });

  it("says nothing where there is nothing to compare", () => {
    const nothing = { z: null, p: null, isSignificant: false };
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
  });
});
