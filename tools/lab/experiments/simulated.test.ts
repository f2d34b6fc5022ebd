import { expect, it } from "vitest";
import { falseAlarms, found, missedLifts, sampleRatioAlarms, timeAlarms } from "./simulated.ts";

/** The smallest count out of `of` that a true probability `chance` reaches less than once in 10,000 times. */
function bound(of: number, chance: number): number {
  let [likely, sum, count] = [(1 - chance) ** of, 0, 0];
  for (; sum + likely < 1 - 1e-4; count++) {
    sum += likely;
    likely *= ((of - count) / (count + 1)) * (chance / (1 - chance));
  }
  return count;
}

// `npm run lab -- experiments` prints the full tables, with 2,000 experiments a row.
it.each([
  [2, 20, 0.1],
  [2, 200, 0.01],
  [2, 200, 0.4],
  [3, 200, 0.1],
])(
  "%i equal arms, with %i visits a day and a rate of %f, rarely cause a false alarm",
  (arms, perDay, rate) => {
    const each = { runs: 200, seed: 11, arms, perDay, rate };
    expect(falseAlarms(each).count).toBeLessThan(bound(200, 0.05));
    expect(missedLifts({ ...each, lift: 0.2 }).count).toBeLessThan(bound(200, 0.05));
  },
);

it("a lift is found as often as planned", () => {
  const { count, of } = found({ runs: 200, seed: 12, arms: 2, rate: 0.4, lift: 0.2 });
  expect(of - count).toBeLessThan(bound(200, 0.2));
  expect(of - count).toBeGreaterThan(10);
});

it("an even split raises no alarm, a split of 48 to 52 does", () => {
  const each = { runs: 200, seed: 13, perDay: 1000 };
  expect(sampleRatioAlarms({ ...each, share: 0.5 }).count).toBeLessThan(bound(200, 0.001));
  expect(sampleRatioAlarms({ ...each, share: 0.48 }).count).toBeGreaterThan(190);
});

it.each(["log-normal", "exponential"] as const)(
  "equal times with a %s distribution rarely cause a false alarm",
  (shape) => {
    expect(timeAlarms({ runs: 100, seed: 14, perDay: 40, shape }).count).toBeLessThan(bound(100, 0.05));
  },
);
