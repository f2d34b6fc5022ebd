import {
  COMPENSATION_BLOCK_HEIGHT,
  COMPENSATION_CAP,
  COMPENSATION_INITIAL,
  COMPENSATION_MAX,
} from "./limits.ts";

/** A band of the estimate in dollars, both ends included; `level` is 1 to 7. */
export type CompensationTier = { level: number; label: string; floor: number; ceiling: number };

const labelled: readonly (readonly [ceiling: number, label: string])[] = [
  [COMPENSATION_INITIAL, "Low Value"],
  [7_000, "Low to Mid Value"],
  [12_500, "Mid Value"],
  [25_000, "Mid to High Value"],
  [50_000, "High Value"],
  [100_000, "Very High Value"],
  [COMPENSATION_MAX, "Extremely High Value"],
];

/** The seven bands (spec 4.3 and 9). */
export const compensationTiers: readonly CompensationTier[] = labelled.map(([ceiling, label], index) => ({
  level: index + 1,
  label,
  floor: index === 0 ? 0 : labelled[index - 1]![0] + 1,
  ceiling,
}));

/** The band of an amount: the first whose ceiling it does not exceed (ruling 111). @param amount dollars */
export function compensationTier(amount: number): CompensationTier {
  return compensationTiers.find(({ ceiling }) => amount <= ceiling) ?? compensationTiers.at(-1)!;
}

/**
 * An estimate in dollars: the amount multiplied by the factor, and 249500 where that is above 250000, which itself
 * stays (spec 4.3; ruling 112).
 */
export function compensationEstimate(amount: number, factor: number): number {
  const estimate = amount * factor;
  return estimate > COMPENSATION_MAX ? COMPENSATION_CAP : estimate;
}

/** A claim's estimated worth: its level, 1 to 7, and the amount in dollars where more than the level is known. */
export type CompensationEstimate = { level: number; amount?: number };

/** The meter (spec 3.3): the current amount in dollars, its band, and how far the bars are filled. */
export type MeterState = { amount: number; tier: CompensationTier; vertical: number; horizontal: number };

/**
 * The meter's state. It starts at the initial amount; a level without an amount is at its ceiling. Every level
 * takes the same length of the bars, `vertical` in CSS pixels and `horizontal` in percent, and an amount fills its own
 * level in proportion.
 */
export function meterState(estimate?: CompensationEstimate): MeterState {
  const ceilingOfLevel = compensationTiers.find(({ level }) => level === estimate?.level)?.ceiling;
  const amount = estimate?.amount ?? ceilingOfLevel ?? COMPENSATION_INITIAL;
  const tier = compensationTier(amount);
  const below = compensationTiers[tier.level - 2]?.ceiling ?? 0;
  const levels = tier.level - 1 + (amount - below) / (tier.ceiling - below);
  return {
    amount,
    tier,
    vertical: levels * COMPENSATION_BLOCK_HEIGHT,
    horizontal: (levels / compensationTiers.length) * 100,
  };
}
