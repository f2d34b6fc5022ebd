import { expect, it } from "vitest";
import {
  lastEvidence,
  liftEvidence,
  type PairDay,
} from "../../../services/features/experiments/statistics/lift.ts";
import { visitsNeeded } from "../../../services/features/experiments/statistics/power.ts";
import { sampleRatio } from "../../../services/features/experiments/statistics/sample-ratio.ts";
import { timeRatio } from "../../../services/features/experiments/statistics/time-ratio.ts";
import { type Chance, chanceFrom } from "../../../services/features/numbers/simulation/behaviour.ts";

/** The smallest count out of `of` that a true probability `chance` reaches less than once in 10,000 times. */
function bound(of: number, chance: number): number {
  let [likely, sum, count] = [(1 - chance) ** of, 0, 0];
  for (; sum + likely < 1 - 1e-4; count++) {
    sum += likely;
    likely *= ((of - count) / (count + 1)) * (chance / (1 - chance));
  }
  return count;
}

/** Experiments of each kind; `RUNS=2000` says the rates to a tenth of a percent. */
const runs = Number(process.env.RUNS ?? 200);

it.each([
  [2, 20, 0.1],
  [2, 200, 0.01],
  [2, 200, 0.4],
  [3, 200, 0.1],
])(
  "%i equal arms, with %i visits a day and a rate of %f, rarely cause a false alarm",
  (arms, perDay, rate) => {
    const each = { runs, seed: 11, arms, perDay, rate };
    expect(falseAlarms(each)).toBeLessThan(bound(runs, 0.05));
    expect(missedLifts({ ...each, lift: 0.2 })).toBeLessThan(bound(runs, 0.05));
  },
);

it("a lift is found as often as planned", () => {
  const missed = runs - found({ runs, seed: 12, arms: 2, rate: 0.4, lift: 0.2 });
  expect(missed).toBeLessThan(bound(runs, 0.2));
  expect(missed).toBeGreaterThan(0.05 * runs);
});

it("equal arms judged by sales rarely cause a false alarm, though sales come late and come back", () => {
  const each = { runs: runs / 2, seed: 15, perDay: 60, rate: 0.3, after: 7 };
  expect(soldAlarms(each)).toBeLessThan(bound(runs / 2, 0.05));
});

it("an even split raises no alarm, a split of 48 to 52 does", () => {
  const each = { runs, seed: 13, perDay: 1000 };
  expect(sampleRatioAlarms({ ...each, share: 0.5 })).toBeLessThan(bound(runs, 0.001));
  expect(sampleRatioAlarms({ ...each, share: 0.48 })).toBeGreaterThan(0.95 * runs);
});

it.each(["log-normal", "exponential"] as const)(
  "equal times with a %s distribution rarely cause a false alarm",
  (shape) => {
    expect(timeAlarms({ runs: runs / 2, seed: 14, perDay: 40, shape })).toBeLessThan(bound(runs / 2, 0.05));
  },
);

const level = 0.05;

/** Days that each experiment runs, with a look on each. */
const days = 28;

type Runs = { runs: number; seed: number };
/** Experiments of arms with equal weights. */
type Simulated = Runs & { arms: number; perDay: number; rate: number };

/** How many experiments with equal arms find a difference at any look. */
function falseAlarms(simulated: Simulated): number {
  return countOf(simulated, (chance) => isFound(experiment(chance, simulated, 0), 1, simulated.arms));
}

/** How many experiments with a lift have a range that misses it at any look. */
function missedLifts(simulated: Simulated & { lift: number }): number {
  const { lift, arms } = simulated;
  return countOf(simulated, (chance) => isFound(experiment(chance, simulated, lift), 1 + lift, arms));
}

/** How many experiments with the planned number of visits find their lift. */
function found({ lift, ...simulated }: Omit<Simulated, "perDay"> & { lift: number }) {
  const { rate, arms } = simulated;
  const visits = visitsNeeded({
    rate,
    lift,
    controlShare: 1 / arms,
    armShare: 1 / arms,
    level: level / (arms - 1),
  })!;
  const perDay = Math.ceil(visits / days);
  return countOf(simulated, (chance) => {
    const [first] = experiment(chance, { ...simulated, perDay }, lift);
    return isFound([first!], 1, arms);
  });
}

/** How many experiments whose second arm really gets this share are reported as unevenly split. */
function sampleRatioAlarms({ share, perDay, ...runs }: Runs & { share: number; perDay: number }): number {
  return countOf(runs, (chance) => {
    const assigned = Array.from({ length: days }, (_, day) => {
      const second = binomial(chance, perDay, share);
      return { day, visits: [perDay - second, second] };
    });
    return !sampleRatio(assigned, [1, 1]).holds;
  });
}

/** Of experiments whose arms take equally long, with log-normal or exponential times, how many find a difference. */
function timeAlarms({
  perDay,
  shape,
  ...runs
}: Runs & { perDay: number; shape: "log-normal" | "exponential" }): number {
  return countOf(runs, (chance) => {
    const arms = [0, 1].map(() => ({ count: 0, sum: 0, squares: 0 }));
    return Array.from({ length: days }).some(() => {
      for (const arm of arms) {
        for (let visit = 0; visit < perDay / 2; visit++) {
          const log =
            shape === "log-normal"
              ? Math.log(chance.time(90_000, 0.7))
              : Math.log(-Math.log(1 - chance.next()));
          arm.count++;
          arm.sum += log;
          arm.squares += log * log;
        }
      }
      const lift = timeRatio(arms[0]!, arms[1]!, level);
      return lift !== null && (lift.low > 0 || lift.high! < 0);
    });
  });
}

/**
 * How many experiments with equal arms are called different at any look, where a lead is sold up to twelve days after its
 * visit, and one in four comes back up to twelve days after that. A look counts the days that it may, each by the books of
 * its own end.
 */
function soldAlarms({
  perDay,
  rate,
  after,
  ...each
}: Runs & Omit<Simulated, "arms"> & { after: number }): number {
  return countOf(each, (chance) => {
    const visits = Array.from({ length: days }, () =>
      ["control", "arm"].map(() =>
        Array.from({ length: perDay / 2 }, () => {
          const sold = chance.next() < rate ? 12 * chance.next() ** 3 : Number.POSITIVE_INFINITY;
          return { sold, back: chance.next() < 0.25 ? sold + 12 * chance.next() : Number.POSITIVE_INFINITY };
        }),
      ),
    );
    // The day of a look is over when it is one day older than a visit may be to count.
    return Array.from({ length: days - after - 1 }, (_, look) =>
      visits.slice(0, look + 1).map((arms, day): PairDay => {
        const end = day + after + 1;
        const [control, arm] = arms.map((all) => ({
          count: all.filter(({ sold, back }) => day + sold < end && day + back >= end).length,
          of: all.length,
        }));
        return { control: control!, arm: arm! };
      }),
    ).some((pairs) => lastEvidence(pairs, 1) >= Math.log(1 / level));
  });
}

function countOf({ runs, seed }: Runs, happens: (chance: Chance) => boolean): number {
  const chance = chanceFrom(seed);
  let count = 0;
  for (let run = 0; run < runs; run++) if (happens(chance)) count++;
  return count;
}

/** True where the evidence against this ratio is ever significant for one of the arms. */
function isFound(pairs: readonly PairDay[][], ratio: number, arms: number): boolean {
  const enough = Math.log((arms - 1) / level);
  return pairs.some((each) => liftEvidence(each, ratio).some((evidence) => evidence >= enough));
}

/** A simulated experiment: for each arm its days, paired with control's. */
function experiment(
  chance: Chance,
  { arms, perDay, rate }: Omit<Simulated, keyof Runs>,
  lift: number,
): PairDay[][] {
  const pairs: PairDay[][] = Array.from({ length: arms - 1 }, () => []);
  for (let day = 0; day < days; day++) {
    let left = perDay;
    const visits = Array.from({ length: arms }, (_, arm) => {
      const of = arm === arms - 1 ? left : binomial(chance, left, 1 / (arms - arm));
      left -= of;
      return { count: binomial(chance, of, arm === 0 ? rate : rate * (1 + lift)), of };
    });
    for (const [index, pair] of pairs.entries()) pair.push({ control: visits[0]!, arm: visits[index + 1]! });
  }
  return pairs;
}

function binomial(chance: Chance, trials: number, probability: number): number {
  let count = 0;
  for (let trial = 0; trial < trials; trial++) if (chance.next() < probability) count++;
  return count;
}
