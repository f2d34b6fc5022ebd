import { start } from "../../machines/graph/names.ts";
import { differenceInterval, fisherExact } from "./exact.ts";
import type { Compared, Comparison, NodeNumbers, Numbers } from "./types.ts";

/** Below it a difference counts as more than chance. */
const level = 0.05;

export type Rate = { count: number; of: number };

/** Below so many expected hits or misses in a group the normal distribution is too far off. */
const leastExpected = 5;

/** Whether two rates differ by more than chance: a z-test with the pooled rate, Fisher's exact test where a group is small. */
export function compareRates(a: Rate, b: Rate): Comparison {
  const [first, second] = [withRate(a), withRate(b)];
  const difference = second.rate - first.rate;
  const pooled = (a.count + b.count) / (a.of + b.of);
  const isComparable = a.of > 0 && b.of > 0;
  const isTested = isComparable && pooled > 0 && pooled < 1;
  const isSmall = Math.min(a.of, b.of) * Math.min(pooled, 1 - pooled) < leastExpected;
  const test = !isTested ? null : isSmall ? "exact" : "z";
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / a.of + 1 / b.of));
  const p = test === null ? null : test === "exact" ? fisherExact(a, b) : twoSided(difference / error);
  const interval = isComparable ? differenceInterval(a, b) : null;
  const isSignificant = p !== null && p < level;
  return { a: first, b: second, difference, interval, test, p, adjusted: p, isSignificant };
}

/** The same rates where a test would not hold. */
function untested(comparison: Comparison): Comparison {
  return { ...comparison, test: null, p: null, adjusted: null, isSignificant: false };
}

/**
 * Of many comparisons looked at together some differ by chance alone: Holm's correction keeps the chance that any is
 * called significant wrongly below the level.
 */
export function correctedByHolm(comparisons: readonly Comparison[]): Comparison[] {
  const order = comparisons
    .map(({ p }, index) => ({ p, index }))
    .filter((each): each is { p: number; index: number } => each.p !== null)
    .sort((one, other) => one.p - other.p);
  const adjusted = new Map<number, number>();
  let most = 0;
  for (const [rank, { p, index }] of order.entries()) {
    most = Math.max(most, Math.min(1, p * (order.length - rank)));
    adjusted.set(index, most);
  }
  return comparisons.map((comparison, index) => {
    const now = adjusted.get(index) ?? null;
    return { ...comparison, adjusted: now, isSignificant: now !== null && now < level };
  });
}

function withRate({ count, of }: Rate) {
  return { count, of, rate: of === 0 ? 0 : count / of };
}

/** How likely chance alone makes a z of this size or more: the complementary error function by Numerical Recipes, to 1e-7. */
function twoSided(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + 0.5 * x);
  const powers = [
    -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587,
    -0.82215223, 0.17087277,
  ];
  return t * Math.exp(-x * x + powers.reduceRight((sum, coefficient) => coefficient + t * sum, 0));
}

/**
 * Two sets of numbers side by side: two variants', two periods', or those with a page flag and those without.
 * @param overlap how many sessions are on both sides
 */
export function compareNumbers(a: Numbers, b: Numbers, overlap = 0): Compared {
  const pairs = a.nodes.flatMap((node) => {
    const other = b.nodes.find(({ id }) => id === node.id);
    return other && node.sessions + other.sessions > 0 ? [[node, other] as const] : [];
  });
  const [firstOfA, firstOfB] = [firstQuestions(a), firstQuestions(b)];
  const beginAlike = firstOfA.join() === firstOfB.join();
  const firsts = beginAlike ? [] : ["start", ...firstOfA, ...firstOfB];
  const compared = (node: string | undefined, one: Rate, other: Rate) => {
    const comparison = compareRates(one, other);
    const holds = overlap === 0 && (node === undefined ? beginAlike : !firsts.includes(node));
    return holds ? comparison : untested(comparison);
  };
  const perNode = (rate: (node: NodeNumbers) => Rate) =>
    pairs.map(([one, other]) => compared(one.id, rate(one), rate(other)));
  const overall = (of: "leads" | "qualified") =>
    compared(
      undefined,
      { count: a.totals[of], of: a.totals.sessions },
      { count: b.totals[of], of: b.totals.sessions },
    );
  const ways = a.edges.flatMap((edge) => {
    const other = b.edges.find(({ id }) => id === edge.id);
    const pair = pairs.find(([{ id }]) => id === edge.source);
    if (!other || !pair) return [];
    const taken = compared(
      edge.source,
      { count: edge.sessions, of: pair[0].sessions },
      { count: other.sessions, of: pair[1].sessions },
    );
    const isChoice = [a, b].some(
      ({ edges }) =>
        edges.filter(({ source, isModelled }) => isModelled && source === edge.source).length > 1,
    );
    return { edge: edge.id, isChoice, taken: isChoice ? taken : untested(taken) };
  });
  // All that one looks at together is corrected together.
  const [leads, qualified, ...rest] = correctedByHolm([
    overall("leads"),
    overall("qualified"),
    ...perNode(({ dropOff, stillThere, underWay, sessions }) => ({
      count: dropOff > 0 ? stillThere - underWay : 0,
      of: sessions - underWay,
    })),
    ...perNode(({ leads: count, sessions }) => ({ count, of: sessions })),
    ...perNode(({ refusals, sessions }) => ({ count: refusals.sessions, of: sessions })),
    ...ways.map(({ taken }) => taken),
  ]) as [Comparison, Comparison, ...Comparison[]];
  return {
    a,
    b,
    overlap,
    firstQuestions: beginAlike ? null : { a: firstOfA, b: firstOfB },
    leads,
    qualified,
    steps: pairs.map(([one, other], index) => ({
      node: one.id,
      dropOff: rest[index]!,
      conversion: rest[pairs.length + index]!,
      refused: rest[2 * pairs.length + index]!,
      times: { a: one.dwell, b: other.dwell },
    })),
    ways: ways.map((way, index) => ({ ...way, taken: rest[3 * pairs.length + index]! })),
  };
}

/** The places in which today's chart begins. */
function firstQuestions({ edges }: Numbers): string[] {
  const begun = edges.filter(({ source, isModelled }) => source === start && isModelled);
  return [...new Set(begun.map(({ target }) => target))].sort();
}
