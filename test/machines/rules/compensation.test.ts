import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  compensationEstimate,
  compensationTier,
  compensationTiers,
  meterState,
} from "../../../machines/rules/compensation.ts";
import { holds } from "../../support/holds.ts";

it.each([
  [0, 1, "Low Value"],
  [5_000, 1, "Low Value"],
  [5_000.5, 2, "Low to Mid Value"],
  [5_001, 2, "Low to Mid Value"],
  [7_000, 2, "Low to Mid Value"],
  [7_001, 3, "Mid Value"],
  [12_500, 3, "Mid Value"],
  [12_501, 4, "Mid to High Value"],
  [25_000, 4, "Mid to High Value"],
  [25_001, 5, "High Value"],
  [50_000, 5, "High Value"],
  [50_001, 6, "Very High Value"],
  [100_000, 6, "Very High Value"],
  [100_001, 7, "Extremely High Value"],
  [250_000, 7, "Extremely High Value"],
  [250_001, 7, "Extremely High Value"],
])("%d dollars are of level %i, %s", holds(373), (amount, level, label) => {
  expect(compensationTier(amount)).toMatchObject({ level, label });
});

it("names the bands as the specification does", () => {
  expect(compensationTiers.map(({ floor, ceiling }) => `${floor}-${ceiling}`).join(" ")).toBe(
    "0-5000 5001-7000 7001-12500 12501-25000 25001-50000 50001-100000 100001-250000",
  );
});

it.each([
  [5_000, 2, 10_000],
  [250_000, 1, 250_000],
  [250_000.01, 1, 249_500],
  [250_001, 1, 249_500],
  [125_000, 2, 250_000],
  [125_001, 2, 249_500],
  [5_000, 0, 0],
])("the estimate of %d by %d is %d", holds(374, 375), (amount, factor, expected) => {
  expect(compensationEstimate(amount, factor)).toBe(expected);
});

describe("the meter", () => {
  it.each([
    [0, 0, 0],
    [1, 60.71 / 5_000, 100 / 35_000],
    [5_000, 60.71, 100 / 7],
    [6_000, 1.5 * 60.71, 150 / 7],
    [7_000, 2 * 60.71, 200 / 7],
    [250_000, 7 * 60.71, 100],
  ])("at %d dollars has bars of %d px and %d percent", holds(221, 508), (amount, vertical, horizontal) => {
    const state = meterState({ level: compensationTier(amount).level, amount });
    expect(state.amount).toBe(amount);
    expect(state.vertical).toBeCloseTo(vertical, 6);
    expect(state.horizontal).toBeCloseTo(horizontal, 6);
  });

  it("starts at 5000 dollars, and takes a level without an amount by its ceiling", holds(221), () => {
    expect(meterState()).toMatchObject({ amount: 5_000, tier: { level: 1 } });
    expect(compensationTiers.map(({ level }) => meterState({ level }).amount)).toEqual([
      5_000, 7_000, 12_500, 25_000, 50_000, 100_000, 250_000,
    ]);
  });
});

it("more money is never of a lower level, nor a shorter bar", () => {
  const dollars = fc.double({ min: 0, max: 250_000, noNaN: true });
  const at = (amount: number) => meterState({ level: compensationTier(amount).level, amount });
  fc.assert(
    fc.property(dollars, dollars, (one, other) => {
      const [less, more] = one < other ? [at(one), at(other)] : [at(other), at(one)];
      expect(less.tier.level).toBeLessThanOrEqual(more.tier.level);
      expect(less.vertical).toBeLessThanOrEqual(more.vertical);
      expect(less.horizontal).toBeLessThanOrEqual(more.horizontal);
    }),
  );
});
