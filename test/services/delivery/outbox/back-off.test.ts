import fc from "fast-check";
import { expect, test } from "vitest";
import { backOff } from "../../../../services/delivery/work-loop.ts";
import { holds } from "../../../support/holds.ts";

const minute = 60_000;
const hour = 60 * minute;

test("waits three times longer after each failure, up to six hours", () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 8].map((tries) => backOff(tries, minute, 0) / minute);
  expect(waits).toEqual([1, 3, 9, 27, 81, 243, 360, 360]);
  expect(backOff(1, minute, 0.5)).toBe(67_500);
});

test("waits as long as the receiver asks, up to six hours", () => {
  expect(backOff(1, minute, 0, 10 * minute)).toBe(10 * minute);
  expect(backOff(3, minute, 0, minute)).toBe(9 * minute);
  expect(backOff(1, minute, 0, 99 * hour)).toBe(6 * hour);
});

test("is never shorter than the first wait, never endless, never negative", holds("T6"), () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10_000 }),
      fc.integer({ min: 1, max: 24 * hour }),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      fc.option(fc.integer({ min: -hour, max: 99 * hour }), { nil: undefined }),
      (tries, first, random, asked) => {
        const wait = backOff(tries, first, random, asked);
        expect(wait).toBeGreaterThanOrEqual(first);
        expect(wait).toBeLessThanOrEqual(Math.max(first, 6 * hour));
      },
    ),
  );
});
