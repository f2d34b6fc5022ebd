import { wilson } from "../numbers/statistics/exact.ts";
import { compareRates, type Rate } from "../numbers/statistics/rates.ts";
import type { Experiment } from "./experiment.ts";
import { alwaysValidP, type Lift, liftInterval, liftSequence, type PairDay } from "./statistics/lift.ts";
import { powerBefore } from "./statistics/power.ts";
import { sampleRatio, sharesOf } from "./statistics/sample-ratio.ts";
import { timeRatio } from "./statistics/time-ratio.ts";
import type { ArmDay, ArmReport, Compared, CountedBy, Guard, GuardName, Report } from "./types.ts";
import { verdictOf } from "./verdict.ts";

/** Guards that are shares of leads or of visits with an answer. */
const shares = {
  disqualified: (day: ArmDay): Rate => ({ count: day.disqualified, of: day.leads }),
  refused: (day: ArmDay): Rate => ({ count: day.refused, of: day.begun }),
  failed: (day: ArmDay): Rate => ({ count: day.failed, of: day.begun }),
};

type Side = readonly ArmDay[];

/** Guards of each arm: the shares and the time. */
const guardCount = Object.keys(shares).length + 1;

/**
 * Compares an arm's guards with control's.
 * @param control days in order
 * @param arm the same days
 * @param level chance of a false alarm over all guards of the arm together, split evenly (Bonferroni)
 */
function guardsOf(control: Side, arm: Side, level: number): Guard[] {
  const each = level / guardCount;
  const ofShares = Object.entries(shares).map(([name, rateOf]) => {
    const days = control.map((day, index) => ({ control: rateOf(day), arm: rateOf(arm[index]!) }));
    const [a, b] = [control, arm].map((side) => sumOf(side.map(rateOf)));
    const more = liftInterval(days, each);
    return guard(name as GuardName, a!.of ? a!.count / a!.of : null, b!.of ? b!.count / b!.of : null, more);
  });
  const [a, b] = [control, arm].map((side) => timesOf(side));
  const seconds = ({ sum, count }: ArmDay["times"]) => (count === 0 ? null : Math.exp(sum / count));
  return [...ofShares, guard("time", seconds(a!), seconds(b!), timeRatio(a!, b!, each))];
}

function guard(name: GuardName, control: number | null, arm: number | null, more: Lift | null): Guard {
  return { name, control, arm, more, isWorse: more !== null && more.low > 0 };
}

/** Adds up the rates of several days. */
function sumOf(rates: readonly Rate[]): Rate {
  return rates.reduce((all, { count, of }) => ({ count: all.count + count, of: all.of + of }), {
    count: 0,
    of: 0,
  });
}

function timesOf(side: Side): ArmDay["times"] {
  return side.reduce(
    (all, { times }) => ({
      count: all.count + times.count,
      sum: all.sum + times.sum,
      squares: all.squares + times.squares,
    }),
    { count: 0, sum: 0, squares: 0 },
  );
}

/** Highest chance of a false alarm in an experiment, over all arms and days. */
const level = 0.05;

export type ToReport = {
  experiment: Experiment;
  days: readonly ArmDay[];
  countedBy: CountedBy;
  /** The current day, in days since 1970. It is left out, because some of its visits are still under way. */
  today: number;
  /** Visits that were shown more than one arm. */
  crossed: number;
  /** True where the experiment was edited while it ran, so that its visits were drawn by more than one definition. */
  isAltered: boolean;
  /**
   * The metric in its surveys during the last whole weeks before it started: `count` of `of` views or visits,
   * in `days` days.
   */
  before: (Rate & { days: number }) | null;
  /** The first day with today's share of visitors, where it was another one before. */
  sameShareSince?: number;
};

export function reportOf(given: ToReport): Report {
  const { experiment, days, countedBy, today, crossed, isAltered, before } = given;
  const { arms, control, metric } = experiment;
  const ordered = [...arms].sort((a, b) => Number(b.name === control) - Number(a.name === control));
  const whole = days.filter(({ day }) => day < today);
  const sides = byDay(
    whole,
    ordered.map(({ name }) => name),
  );
  const first = sides[0]!;
  const shares = sharesOf(ordered.map(({ weight }) => weight));
  const rateOf = (day: ArmDay): Rate => ({ count: day[metric] ?? 0, of: day.assigned });
  const reports = ordered.map(({ name }, index): ArmReport => {
    const side = sides[index]!;
    const all = sumOf(side.map(rateOf));
    return {
      name,
      share: shares[index]!,
      assigned: all.of,
      count: all.count,
      cents: metric === "sold" ? side.reduce((sum, { cents = 0 }) => sum + cents, 0) : null,
      rate: all.of === 0 ? null : withInterval(all),
      compared: index === 0 || side.length === 0 ? null : compare(first, side, rateOf, arms.length - 1),
    };
  });
  const ratio = sampleRatio(
    first.map(({ day }, index) => ({ day, visits: sides.map((side) => side[index]!.assigned) })),
    shares,
  );
  // Days on which it did not run are no data.
  const ran = first.filter((_, index) => sides.some((side) => side[index]!.assigned > 0));
  const span =
    first.length === 0 ? null : { first: first[0]!.day, last: first.at(-1)!.day, count: ran.length };
  const same = ran.filter(({ day }) => day >= (given.sameShareSince ?? 0));
  const recent = same.length > 0 ? same : ran;
  const shownOn = new Set(recent.map(({ day }) => day));
  const shownThen = sides.flat().filter(({ day }) => shownOn.has(day));
  const views = shownThen.reduce((sum, { assigned }) => sum + assigned, 0);
  const power = planOf(experiment, reports, recent.length > 0 ? views / recent.length : 0, before, shares);
  const begun = whole.reduce((sum, day) => sum + day.begun, 0);
  const shown = {
    countedBy,
    arms: reports,
    days: span,
    sampleRatio: ratio,
    begun,
    crossed,
    isAltered,
    power,
  };
  return { verdict: verdictOf(shown), ...shown };
}

function withInterval(rate: Rate) {
  const [low, high] = wilson(rate);
  return { estimate: rate.count / rate.of, low, high };
}

/** Each arm's days from the first day to the last, including those without visits. */
function byDay(days: readonly ArmDay[], names: readonly string[]): ArmDay[][] {
  if (days.length === 0) return names.map(() => []);
  const numbers = days.map(({ day }) => day);
  const [first, last] = [Math.min(...numbers), Math.max(...numbers)];
  const found = new Map(days.map((each) => [`${each.day} ${each.arm}`, each]));
  return names.map((arm) =>
    Array.from({ length: last - first + 1 }, (_, index) => {
      const day = first + index;
      return found.get(`${day} ${arm}`) ?? { arm, day, ...nothing };
    }),
  );
}

const nothing = {
  assigned: 0,
  begun: 0,
  leads: 0,
  qualified: 0,
  disqualified: 0,
  refused: 0,
  failed: 0,
  times: { count: 0, sum: 0, squares: 0 },
};

function compare(
  control: readonly ArmDay[],
  arm: readonly ArmDay[],
  rateOf: (day: ArmDay) => Rate,
  comparisons: number,
): Compared {
  const pairs = control.map((day, index) => ({ control: rateOf(day), arm: rateOf(arm[index]!) }));
  const armLevel = level / comparisons;
  const looks = liftSequence(pairs, armLevel).map((lift, index) => ({ ...lift, day: control[index]!.day }));
  const { day: _, ...lift } = looks.at(-1)!;
  return {
    lift,
    p: Math.min(1, comparisons * alwaysValidP(pairs)),
    looks,
    once: compareRates(sumOf(control.map(rateOf)), sumOf(arm.map(rateOf))),
    weeks: weeksOf(pairs, control[0]!.day),
    isNovelty: isNovelty(pairs, armLevel),
    guards: guardsOf(control, arm, armLevel),
  };
}

/** The lift of each week on its own. @param first day of the first pair */
function weeksOf(pairs: readonly PairDay[], first: number): Compared["weeks"] {
  return Array.from({ length: Math.ceil(pairs.length / 7) }, (_, week) => {
    const days = pairs.slice(7 * week, 7 * week + 7);
    const assigned = sumOf(days.flatMap(({ control, arm }) => [control, arm])).of;
    const from = first + 7 * week;
    return { first: from, last: from + days.length - 1, assigned, lift: liftInterval(days, level) };
  });
}

/** True where the intervals of the first week and of the later ones, each at half the level, do not overlap. */
function isNovelty(pairs: readonly PairDay[], armLevel: number): boolean {
  const early = liftInterval(pairs.slice(0, 7), armLevel / 2);
  const late = liftInterval(pairs.slice(7), armLevel / 2);
  return isBelow(early, late) || isBelow(late, early);
}

const isBelow = (a: Lift, b: Lift) => a.high !== null && a.high < b.low;

function planOf(
  { share }: Experiment,
  arms: readonly ArmReport[],
  seen: number,
  before: ToReport["before"],
  shares: readonly number[],
): Report["power"] {
  // Before the experiment has data, its traffic is estimated as its share of what its surveys had.
  const perDay = seen > 0 ? seen : before ? (share * before.of) / before.days : 0;
  const rate = before && before.of > 0 ? before.count / before.of : (arms[0]!.rate?.estimate ?? 0);
  return rate > 0 && rate < 1 ? { rate, perDay, plans: powerBefore({ rate, perDay, shares, level }) } : null;
}
