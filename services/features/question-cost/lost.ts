import type { Question } from "../../../machines/features/question-cost/questions.ts";
import { type Estimate, type Leak, leaksOf } from "../numbers/leaks.ts";
import type { Numbers } from "../numbers/types.ts";

/** What a survey loses at a question, by the analysts' numbers; `leads` and `qualified` as of a leak, at most. */
export type Lost = {
  left: number;
  leads: Estimate | null;
  qualified: Estimate | null;
  /** Half of those who went on took at most so long, in milliseconds. */
  median: number | null;
  /** Leads of as many visitors who were not asked it, with 95 % probability; null where nobody left or went on. */
  arm: { low: number; high: number } | null;
};

type Counted = Pick<Numbers, "nodes" | "rated">;

export function lostAt(numbers: Counted, { nodes }: Pick<Question, "nodes">): Lost {
  const leaks = leaksOf({ nodes: numbers.nodes.filter(({ id }) => nodes.includes(id)) });
  const [asked] = nodes;
  const sum = (all: readonly (Estimate | null)[]) => {
    const known = all.filter((each) => each !== null);
    return known.length < all.length ? null : known.reduce(added, { about: 0, low: 0, high: 0 });
  };
  return {
    left: leaks.reduce((all, { left }) => all + left, 0),
    leads: sum(leaks.map(({ leads }) => leads)),
    qualified: sum(leaks.map(({ qualified }) => qualified)),
    median: numbers.nodes.find(({ id }) => id === asked)?.dwell.median ?? null,
    arm: armOf(numbers, leaks),
  };
}

function added(one: Estimate, other: Estimate): Estimate {
  return { about: one.about + other.about, low: one.low + other.low, high: one.high + other.high };
}

/** 95 % of a standard normal distribution lie within this many deviations. */
const z = 1.96;

/**
 * Bounds of the leads of as many visitors, drawn like these, who are not asked: the fewest if everybody who left here
 * leaves at the next question instead, the most if they convert like those who went on. Chance is counted on both sides,
 * of these visitors and of those, and more of it than there is where the two depend on each other.
 */
export function armOf(
  { rated }: { rated: Pick<Counted["rated"], "sessions" | "leads"> },
  leaks: readonly Leak[],
): Lost["arm"] {
  const looked = leaks.reduce((all, each) => all + each.looked, 0);
  const of = rated.sessions + looked;
  const known = leaks.filter(({ wentOn }) => wentOn > 0);
  // Where nobody is seen to leave, as at a first question whose views are not known, nothing can be foretold.
  if (known.length === 0 || known.length < leaks.length) return null;
  const spread = (count: number) => Math.sqrt(Math.max(0, count * (1 - Math.min(1, count / of))));
  const more = known.reduce((all, { left, conversion }) => all + left * conversion!.about, 0);
  const doubt = known.reduce((all, { left, wentOn, conversion }) => {
    const { about } = conversion!;
    return all + about * Math.sqrt(left) + left * Math.sqrt((about * (1 - about)) / wentOn);
  }, 0);
  const most = rated.leads + more;
  const low = rated.leads - z * Math.SQRT2 * spread(rated.leads);
  const high = most + z * Math.hypot(spread(most), spread(rated.leads) + doubt);
  return { low: Math.max(0, Math.floor(low)), high: Math.min(of, Math.ceil(high)) };
}
