import type { ArmDay } from "../arm-day.ts";
import type { Lift } from "./lift-sequence.ts";

type Times = ArmDay["times"];

/** Below so many times in an arm the interval, which holds for large numbers, is not given; nor where all are the same. */
const leastTimes = 100;

/** Differences of mean logarithms that the interval is narrowest for: about a tenth. */
const variance = 0.1 ** 2;

/**
 * How much longer visits of the arm take than control's (geometric means), by an asymptotic confidence sequence: it holds
 * on all days at once where there are many times, whatever their distribution (Waudby-Smith, Arbour, Sinha, Kennedy and
 * Ramdas 2021, "Time-uniform central limit theory and asymptotic confidence sequences", theorem 2.2).
 */
export function timeRatio(control: Times, arm: Times, level: number): Lift | null {
  if (Math.min(control.count, arm.count) < leastTimes) return null;
  const error = errorOf(control) + errorOf(arm);
  if (error === 0) return null;
  const difference = arm.sum / arm.count - control.sum / control.count;
  const known = 1 / error;
  const scaled = known * variance + 1;
  const margin = Math.sqrt(((2 * scaled) / (known * known * variance)) * Math.log(Math.sqrt(scaled) / level));
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
