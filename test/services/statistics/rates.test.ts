import { describe, expect, it } from "vitest";
import { compareRates, correctedByHolm } from "../../../services/statistics/rates.ts";

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
  ])("of %o and %o by %s is p %f", (a, b, test, p) => {
    const found = compareRates(a, b);
    expect(found.test).toBe(test);
    expect(found.p! / p).toBeCloseTo(1, 1);
    expect(found.isSignificant).toBe(p < 0.05);
  });

  it("says nothing where there is nothing to compare", () => {
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

it("the interval of a difference is Newcombe's", () => {
  // His own example: 56 of 70 against 48 of 80.
  const { interval } = compareRates({ count: 48, of: 80 }, { count: 56, of: 70 });
  expect(interval!.map((end) => Number(end.toFixed(4)))).toEqual([0.0524, 0.3339]);
});
