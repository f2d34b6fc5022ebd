import type { ArmDay } from "../types.ts";
import type { Lift } from "./lift.ts";

type Times = ArmDay["times"];

/** Finished visits that each arm needs: the interval is asymptotic. */
const minTimes = 100;

/** Variance of the mixture: the interval is narrowest for differences of about a tenth in the mean logarithms. */
const variance = 0.1 ** 2;

/**
 * How much longer visits of the arm take than control's (geometric means), by an asymptotic confidence sequence: it holds
 * on all days at once for large samples, whatever the distribution (Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas 2021,
 * "Time-uniform central limit theory and asymptotic confidence sequences", theorem 2.2).
 * @returns null for fewer than 100 times in an arm, and where all times are the same
 */
export function timeRatio(control: Times, arm: Times, level: number): Lift | null {
  if (Math.min(control.count, arm.count) < minTimes) return null;
  const error = errorOf(control) + errorOf(arm);
  if (error === 0) return null;
  const difference = arm.sum / arm.count - control.sum / control.count;
  const information = 1 / error;
  const scaled = information * variance + 1;
  const margin = Math.sqrt(
    ((2 * scaled) / (information * information * variance)) * Math.log(Math.sqrt(scaled) / level),
  );
  return {
    estimate: Math.expm1(difference),
    low: Math.expm1(difference - margin),
    high: Math.expm1(difference + margin),
  };
}

/** The variance of a mean. */
function errorOf({ count, sum, squares }: Times): number {
  return Math.max(0, squares / count - (sum / count) ** 2) / (count - 1);
}
