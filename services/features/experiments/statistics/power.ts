import { effects, logMean } from "./lift.ts";

/** 80 % of a standard normal distribution lie above minus this many deviations. */
const z80 = 0.841621;

type Planned = {
  /** Control's rate, 0 to 1. */
  rate: number;
  /** The relative lift to detect: 0.1 is a tenth more. */
  lift: number;
  /** Shares of all visits of the experiment, 0 to 1. */
  controlShare: number;
  armShare: number;
  /** Chance of a false alarm for this arm. */
  level: number;
};

/**
 * How many visits, in all arms together, an experiment with daily looks needs to detect a lift with a probability of
 * 80 %. For many visits the score U of the log odds is normal, with the information I as its variance; the e-value of
 * each effect e is then exp(e U - e e I / 2). This finds the smallest I for which the lowest fifth of U is just
 * significant. The true probability is a little higher, because significance on an earlier day counts too.
 * @returns null where the rate, or the rate with the lift, is not between 0 and 1
 */
export function visitsNeeded({ rate, lift, controlShare, armShare, level }: Planned): number | null {
  const lifted = rate * (1 + lift);
  if (rate <= 0 || lifted <= 0 || lifted >= 1 || lift === 0) return null;
  const pair = controlShare + armShare;
  const effect = Math.abs(Math.log(lifted / (1 - lifted)) - Math.log(rate / (1 - rate)));
  const suffices = (information: number) => {
    const score = effect * information - z80 * Math.sqrt(information);
    return logMean(effects.map((each) => each * score - (each * each * information) / 2)) >= -Math.log(level);
  };
  let [low, high] = [0, 1];
  while (!suffices(high)) high *= 2;
  while (high - low > 1e-4 * high) {
    const middle = (low + high) / 2;
    if (suffices(middle)) high = middle;
    else low = middle;
  }
  const pooled = (controlShare * rate + armShare * lifted) / pair;
  const perVisit = ((controlShare * armShare) / pair ** 2) * pooled * (1 - pooled);
  return Math.ceil(high / perVisit / pair);
}

/** Lifts that plans are made for. */
const plannedLifts = [0.05, 0.1, 0.2, 0.5];

/** Days before any verdict in favor of an arm: two whole weeks, because weekdays differ and the first week is special. */
export const minDays = 14;

export type Plan = {
  lift: number;
  /** Over all arms together. */
  visits: number;
  /** A whole number of weeks, in days; null without traffic to estimate it from. */
  days: number | null;
};

type Before = {
  rate: number;
  /** Visits to the experiment a day. */
  perDay: number;
  /** Shares of the arms, control first. */
  shares: readonly number[];
  level: number;
};

/** How many visits and days it takes to find lifts of several sizes in the smallest arm. */
export function powerBefore({ rate, perDay, shares: [controlShare = 0, ...others], level }: Before): Plan[] {
  const each = { rate, controlShare, armShare: Math.min(...others), level: level / others.length };
  return plannedLifts.flatMap((lift) => {
    const visits = visitsNeeded({ ...each, lift });
    if (visits === null) return [];
    const weeks = Math.ceil(visits / perDay / 7);
    return { lift, visits, days: perDay > 0 ? Math.max(minDays, 7 * weeks) : null };
  });
}
