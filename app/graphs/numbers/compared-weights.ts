import type { Compared } from "../../../services/analytics/types.ts";
import type { Comparison } from "../../../services/statistics/rates.ts";
import type { Weight, Weights } from "../drawing/weights.ts";

/** Of fewer sessions a share is said as a count, so that 1 of 1 is not read as 100%. */
const fewest = 20;

/** A line that carries something, and no difference that holds. */
const thin = 0.001;
/** The smallest difference that holds is seen beside the greatest. */
const least = 0.25;

/**
 * Two sides on one chart: a way is wide and has a side's color where its share differs by more than chance, the wider
 * the more of all such it differs; where the difference may be chance, or is not tested, it is a thin plain line.
 */
export function comparedWeights({ ways }: Compared): Weights {
  const held = ways.filter(({ taken }) => taken.isSignificant).map(({ taken }) => Math.abs(taken.difference));
  const most = Math.max(...held, 0);
  const weightOf = ({ isChoice, taken }: Compared["ways"][number]): Weight => {
    const { a, b, difference, isSignificant } = taken;
    if (a.count + b.count === 0) return { share: 0 };
    return {
      share: isSignificant ? least + ((1 - least) * Math.abs(difference)) / most : thin,
      ...(isSignificant && { more: difference > 0 ? "b" : "a" }),
      ...(isChoice && saysSomething(taken) && { text: bothIn(taken) }),
    };
  };
  return { edges: Object.fromEntries(ways.map((way) => [way.edge, weightOf(way)])) };
}

/** Not where a side never came there; where all, or none, of both took it there was no choice after all. */
function saysSomething({ a, b }: Comparison): boolean {
  if (a.of === 0 || b.of === 0) return false;
  return a.rate !== b.rate || (a.rate > 0 && a.rate < 1);
}

/** `12 → 18%`, of few sessions `1/3 → 1/1`. */
function bothIn({ a, b }: Comparison): string {
  if (Math.min(a.of, b.of) < fewest) return `${a.count}/${a.of} → ${b.count}/${b.of}`;
  return `${Math.round(100 * a.rate)} → ${Math.round(100 * b.rate)}%`;
}
