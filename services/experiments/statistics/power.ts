import { effects, logMean } from "./lift-evidence.ts";

/** 80 % of a standard normal distribution are above less so many deviations. */
const z80 = 0.841621;

type Planned = {
  /** Control's rate, 0 to 1. */
  rate: number;
  /** The relative lift that is to be found: 0.1 is a tenth more. */
  lift: number;
  /** Shares of all visits of the experiment. */
  controlShare: number;
  armShare: number;
  /** The chance of a false alarm for this arm. */
  level: number;
};

/**
 * How many visits an experiment needs in all arms together for its evidence to be enough with a chance of 80 %, looked at
 * daily. For many visits the log odds' score is normal with the information I as its variance; the evidence of each
 * effect e is then exp(e U - e e I / 2), and the smallest I is looked for whose lower fifth of U is enough. As evidence
 * that was enough before counts too, the true chance is a little higher.
 * @returns null where there can be no such rate
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
const planned = [0.05, 0.1, 0.2, 0.5];

/** No verdict for an arm before so many days: two whole weeks, as weekdays differ, and a first week is unlike others. */
export const leastDays = 14;

export type Plan = {
  lift: number;
  /** In all arms together. */
  visits: number;
  /** Whole weeks, in days; null where there is no traffic to go by. */
  days: number | null;
};

type Before = {
  rate: number;
  /** Visits a day that come to the experiment. */
  perDay: number;
  /** Shares of the arms, control first. */
  shares: readonly number[];
  level: number;
};

/** What has to be known before an experiment starts: visits and days for lifts of some sizes, by its smallest arm. */
export function powerBefore({ rate, perDay, shares: [controlShare = 0, ...others], level }: Before): Plan[] {
  const each = { rate, controlShare, armShare: Math.min(...others), level: level / others.length };
  return planned.flatMap((lift) => {
    const visits = visitsNeeded({ ...each, lift });
    if (visits === null) return [];
    const weeks = Math.ceil(visits / perDay / 7);
    return { lift, visits, days: perDay > 0 ? Math.max(leastDays, 7 * weeks) : null };
  });
}
