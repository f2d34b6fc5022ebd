import { lastEvidence, liftEvidence, type PairDay } from "./lift-evidence.ts";

/** A relative lift and the range that agrees with the data: 0.1 is a tenth more than control. `high` null: no limit. */
export type Lift = { estimate: number | null; low: number; high: number | null };

/** Ratios beyond which no limit is searched for. */
const [minRatio, maxRatio] = [0.01, 100];

/**
 * The confidence sequence of the relative lift: after each day, the lifts against which the evidence has never reached
 * 1 / level so far. The true lift is among them on all days with a probability of at least 1 - level. The range only gets
 * narrower; where the lift changes over time it can end up empty, with `low` above `high`.
 */
export function liftSequence(days: readonly PairDay[], level: number): Lift[] {
  const limits = { low: minRatio, high: maxRatio };
  return days.map((_, index) => liftOf(days.slice(0, index + 1), level, limits));
}

/** The lifts that agree with all days together, without regard to earlier looks. */
export function liftInterval(days: readonly PairDay[], level: number): Lift {
  return liftOf(days, level, { low: minRatio, high: maxRatio });
}

/** @param limits the ratios that earlier looks left; they are narrowed in place */
function liftOf(days: readonly PairDay[], level: number, limits: { low: number; high: number }): Lift {
  const against = (logOfRatio: number) => lastEvidence(days, Math.exp(logOfRatio)) + Math.log(level);
  const { estimate, middle } = ratioOf(days);
  const limit = (outer: number) =>
    against(Math.log(outer)) < 0 ? outer : Math.exp(crossing(against, Math.log(middle), Math.log(outer)));
  const { low, high } = limits;
  limits.low = Math.max(low, limit(low));
  limits.high = Math.min(high, limit(high));
  return {
    estimate: estimate === null ? null : estimate - 1,
    low: limits.low === minRatio ? -1 : limits.low - 1,
    high: limits.high === maxRatio ? null : limits.high - 1,
  };
}

/** The ratio of the two rates, and `middle`, an estimate that is never 0 or infinite. */
function ratioOf(days: readonly PairDay[]) {
  const sum = (pick: (day: PairDay) => number) => days.reduce((all, day) => all + pick(day), 0);
  const control = { count: sum((day) => day.control.count), of: sum((day) => day.control.of) };
  const arm = { count: sum((day) => day.arm.count), of: sum((day) => day.arm.of) };
  const isKnown = control.count > 0 && arm.of > 0;
  const middle = ((arm.count + 0.5) * (control.of + 1)) / ((control.count + 0.5) * (arm.of + 1));
  return {
    estimate: isKnown ? (arm.count * control.of) / (control.count * arm.of) : null,
    middle: Math.min(Math.max(middle, minRatio * 1.01), maxRatio / 1.01),
  };
}

/** Where a function changes sign between two points, to within 1e-4: regula falsi, Illinois variant. */
function crossing(valueAt: (at: number) => number, inside: number, outside: number): number {
  let [a, b, atA, atB] = [inside, outside, valueAt(inside), valueAt(outside)];
  if (atA >= 0) return inside;
  let side = 0;
  for (let round = 0; round < 50 && Math.abs(b - a) > 1e-4; round++) {
    const middle = (a * atB - b * atA) / (atB - atA);
    const value = valueAt(middle);
    if (value >= 0) {
      [b, atB] = [middle, value];
      if (side === 1) atA /= 2;
      side = 1;
    } else {
      [a, atA] = [middle, value];
      if (side === -1) atB /= 2;
      side = -1;
    }
    if (Math.abs(value) < 1e-3) return middle;
  }
  return b;
}

/**
 * The always-valid p-value of "no difference" after the last day: the smallest so far (Johari, Koomen, Pekelis and Walsh
 * 2022, "Always valid inference", definition 1).
 */
export function alwaysValidP(days: readonly PairDay[]): number {
  return Math.min(1, ...liftEvidence(days, 1).map((evidence) => Math.exp(-evidence)));
}
