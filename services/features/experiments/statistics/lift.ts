import type { Rate } from "../../numbers/statistics/rates.ts";

/**
 * Of all pairs of rates with arm = ratio * control, finds the pair nearest to two given rates by Kullback-Leibler
 * divergence, and returns its control rate. The likelihood ratio of two rates to the nearest pair of a convex null
 * hypothesis is at most 1 on average under every pair of that hypothesis, so it is an e-value whatever the true rates are
 * (Turner, Ly and Grünwald 2024, "Generic E-variables for exact sequential k-sample tests that allow for optional
 * stopping").
 * @param armShare the arm's share of the visits of both, 0 to 1
 */
export function nearestNull(control: number, arm: number, armShare: number, ratio: number): number {
  const controlShare = 1 - armShare;
  const hits = controlShare * control + armShare * arm;
  // The derivative is 0 where ratio * c * c - b * c + hits = 0; only the smaller solution is a valid rate.
  const b = hits * (1 + ratio) + armShare * (1 - arm) * ratio + controlShare * (1 - control);
  return (2 * hits) / (b + Math.sqrt(Math.max(0, b * b - 4 * ratio * hits)));
}

/** Rates of control and of the arm compared with it, on one day. */
export type PairDay = { control: Rate; arm: Rate };

/** Differences of log odds that the evidence is averaged over, in both directions: from 2 % to about four times the odds. */
export const effects = Array.from({ length: 10 }, (_, index) => 0.02 * 1.6 ** index).flatMap((size) => [
  size,
  -size,
]);

/** The assumed rate before the first day. Any guess is valid; a poor one only weakens the evidence of the first day. */
const guess = { count: 1, of: 10 };

/**
 * Evidence against "the arm has `ratio` times control's rate" after each day, as the natural logarithm of an e-value. If
 * the hypothesis is true on every day, whatever that day's rate, the e-value ever reaches 1 / level with a probability of
 * at most `level`, for any sample size and however often one looks (Ville's inequality).
 *
 * Each day is a block of the test of Turner, Ly and Grünwald (2024; its intervals: Turner and Grünwald 2023, "Exact
 * anytime-valid confidence intervals for contingency tables and beyond"): the likelihood of an alternative, chosen from
 * the days before, over that of the nearest null. The e-values of several effects are averaged: a mixture, as in mSPRT.
 */
export function liftEvidence(days: readonly PairDay[], ratio: number): number[] {
  const looks: number[] = [];
  addUp(days, ratio, (sums) => looks.push(logMean(sums)));
  return looks;
}

/** The evidence after the last day, as `liftEvidence` has it. */
export function lastEvidence(days: readonly PairDay[], ratio: number): number {
  return logMean(addUp(days, ratio));
}

/** @returns the logarithm of each effect's e-value @param eachDay is called with them after each day */
function addUp(
  days: readonly PairDay[],
  ratio: number,
  eachDay?: (sums: readonly number[]) => void,
): number[] {
  const sums = effects.map(() => 0);
  const soFar = { ...guess };
  for (const { control, arm } of days) {
    const visits = control.of + arm.of;
    if (control.of > 0 && arm.of > 0) {
      const armShare = arm.of / visits;
      const middle = soFar.count / soFar.of / (1 - armShare + armShare * ratio);
      const base = Math.min(middle, 0.999 / Math.max(1, ratio));
      const [controlOdds, armOdds] = [base / (1 - base), (base * ratio) / (1 - base * ratio)];
      for (const [index, effect] of effects.entries()) {
        const a = rateOf(controlOdds * Math.exp(-armShare * effect));
        const b = rateOf(armOdds * Math.exp((1 - armShare) * effect));
        const nearest = nearestNull(a, b, armShare, ratio);
        sums[index]! += logRatio(control, a, nearest) + logRatio(arm, b, ratio * nearest);
      }
    }
    soFar.count += control.count + arm.count;
    soFar.of += visits;
    eachDay?.(sums);
  }
  return sums;
}

const rateOf = (odds: number) => odds / (1 + odds);

/** Log likelihood ratio of a count under two rates. */
function logRatio({ count, of }: Rate, rate: number, other: number): number {
  return count * Math.log(rate / other) + (of - count) * Math.log((1 - rate) / (1 - other));
}

/** The logarithm of the mean of numbers that are given as logarithms. */
export function logMean(logs: readonly number[]): number {
  // The largest is factored out, because the numbers themselves may overflow.
  const max = Math.max(...logs);
  return max + Math.log(logs.reduce((sum, log) => sum + Math.exp(log - max), 0) / logs.length);
}

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
