import type { Rate } from "../statistics/rates.ts";
import type { ArmDay } from "./arm-day.ts";
import { type Lift, liftInterval } from "./statistics/lift-sequence.ts";
import { timeRatio } from "./statistics/time-ratio.ts";
import type { Guard, GuardName } from "./types.ts";

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
export function guardsOf(control: Side, arm: Side, level: number): Guard[] {
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
export function sumOf(rates: readonly Rate[]): Rate {
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
