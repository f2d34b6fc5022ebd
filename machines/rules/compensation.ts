import {
  COMPENSATION_BLOCK_HEIGHT,
  COMPENSATION_CAP,
  COMPENSATION_INITIAL,
  COMPENSATION_MAX,
} from "./limits.ts";

/** One band of the estimate in dollars, both ends included; `level` is 1 to 7. */
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

/** The seven bands (specification 4.3 and 9). */
export const compensationTiers: readonly CompensationTier[] = labelled.map(([ceiling, label], index) => ({
  level: index + 1,
  label,
  floor: index === 0 ? 0 : labelled[index - 1]![0] + 1,
  ceiling,
}));

/** The band an amount lies in: the first whose ceiling it does not pass (decision 111). @param amount dollars */
export function compensationTier(amount: number): CompensationTier {
  return compensationTiers.find(({ ceiling }) => amount <= ceiling) ?? compensationTiers.at(-1)!;
}

/**
 * An estimate in dollars: never negative, and 249500 where it would pass 250000, which itself stands
 * (specification 4.3; decision 112). @param factor what the amount is multiplied by
 */
export function compensationEstimate(amount: number = COMPENSATION_INITIAL, factor = 1): number {
  const estimate = Math.max(0, amount * factor);
  return estimate > COMPENSATION_MAX ? COMPENSATION_CAP : estimate;
}

/**
 * How far the meter's bars are filled: `vertical` in CSS pixels, `horizontal` in percent. Every level
 * takes the same length, and an amount fills its own level in proportion.
 */
export function compensationBars(amount: number): { vertical: number; horizontal: number } {
  const { level, ceiling } = compensationTier(amount);
  const below = compensationTiers[level - 2]?.ceiling ?? 0;
  const share = Math.min(1, Math.max(0, (amount - below) / (ceiling - below)));
  const levels = level - 1 + share;
  return {
    vertical: levels * COMPENSATION_BLOCK_HEIGHT,
    horizontal: (levels / compensationTiers.length) * 100,
  };
}
