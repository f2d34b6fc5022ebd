import { lastEvidence, liftEvidence, type PairDay } from "./lift-evidence.ts";

/** A relative lift in the range of what the days allow: 0.1 is a tenth more than control. `high` null: no limit. */
export type Lift = { estimate: number | null; low: number; high: number | null };

/** Ratios beyond which no limit is looked for. */
const [leastRatio, mostRatio] = [0.01, 100];

/**
 * The confidence sequence of the relative lift: after each day the lifts that no day so far speaks against by 1 / level,
 * so that the true one is among them on all days with a chance of at least 1 - level. It only gets narrower. Where the
 * lift changes over time, it can end up empty: `low` is above `high`.
 */
export function liftSequence(days: readonly PairDay[], level: number): Lift[] {
  const limits = { low: leastRatio, high: mostRatio };
  return days.map((_, index) => liftOf(days.slice(0, index + 1), level, limits));
}

/** The lifts that all days together do not speak against: a sequence's last range, as if nobody had looked before. */
export function liftInterval(days: readonly PairDay[], level: number): Lift {
  return liftOf(days, level, { low: leastRatio, high: mostRatio });
}

/** @param limits what earlier looks leave, which are narrowed */
function liftOf(days: readonly PairDay[], level: number, limits: { low: number; high: number }): Lift {
  const against = (logOfRatio: number) => lastEvidence(days, Math.exp(logOfRatio)) + Math.log(level);
  const { estimate, middle } = ratioOf(days);
  const limit = (outer: number) =>
    against(Math.log(outer)) < 0 ? outer : Math.exp(crossing(against, Math.log(middle), Math.log(outer)));
  const { low, high } = limits;
  limits.low = Math.max(low, limit(middle > low ? low : leastRatio));
  limits.high = Math.min(high, limit(middle < high ? high : mostRatio));
  return {
    estimate: estimate === null ? null : estimate - 1,
    low: limits.low === leastRatio ? -1 : limits.low - 1,
    high: limits.high === mostRatio ? null : limits.high - 1,
  };
}

/** The ratio of the rates, and one that is never 0 or without limit. */
function ratioOf(days: readonly PairDay[]) {
  const sum = (pick: (day: PairDay) => number) => days.reduce((all, day) => all + pick(day), 0);
  const control = { count: sum((day) => day.control.count), of: sum((day) => day.control.of) };
  const arm = { count: sum((day) => day.arm.count), of: sum((day) => day.arm.of) };
  const isKnown = control.count > 0 && arm.of > 0;
  const middle = ((arm.count + 0.5) * (control.of + 1)) / ((control.count + 0.5) * (arm.of + 1));
  return {
    estimate: isKnown ? (arm.count * control.of) / (control.count * arm.of) : null,
    middle: Math.min(Math.max(middle, leastRatio * 1.01), mostRatio / 1.01),
  };
}

/** Where a function changes its sign between two places, to 1 in 10,000: false position after Illinois. */
function crossing(of: (at: number) => number, inside: number, outside: number): number {
  let [a, b, atA, atB] = [inside, outside, of(inside), of(outside)];
  if (atA >= 0) return inside;
  let side = 0;
  for (let round = 0; round < 50 && Math.abs(b - a) > 1e-4; round++) {
    const middle = (a * atB - b * atA) / (atB - atA);
    const value = of(middle);
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
 * The always-valid p of "no difference", as of the last day: the smallest so far (Johari, Koomen, Pekelis and Walsh 2022,
 * "Always valid inference", definition 1).
 */
export function alwaysValidP(days: readonly PairDay[]): number {
  return Math.min(1, ...liftEvidence(days, 1).map((evidence) => Math.exp(-evidence)));
}
