import type { Compared, Comparison, NodeNumbers, Numbers } from "./types.ts";

/** Below it a difference counts as more than chance. */
const level = 0.05;

export type Rate = { count: number; of: number };

/** Whether two rates differ by more than chance: two-proportion z-test with the pooled rate, two-sided. */
export function compareRates(a: Rate, b: Rate): Comparison {
  const [first, second] = [withRate(a), withRate(b)];
  const difference = second.rate - first.rate;
  const pooled = (a.count + b.count) / (a.of + b.of);
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / a.of + 1 / b.of));
  const z = a.of > 0 && b.of > 0 && error > 0 ? difference / error : null;
  const p = z === null ? null : twoSided(z);
  return { a: first, b: second, difference, z, p, isSignificant: p !== null && p < level };
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
  const held = order.findIndex(({ p }, rank) => p >= level / (order.length - rank));
  const significant = new Set((held < 0 ? order : order.slice(0, held)).map(({ index }) => index));
  return comparisons.map((comparison, index) => ({ ...comparison, isSignificant: significant.has(index) }));
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

/** Two sets of numbers side by side: two variants', two periods', or those with a page flag and those without. */
export function compareNumbers(a: Numbers, b: Numbers): Compared {
  const pairs = a.nodes.flatMap((node) => {
    const other = b.nodes.find(({ id }) => id === node.id);
    return other && node.sessions + other.sessions > 0 ? [[node, other] as const] : [];
  });
  const compared = (rate: (node: NodeNumbers) => number) =>
    correctedByHolm(
      pairs.map(([one, other]) =>
        compareRates({ count: rate(one), of: one.sessions }, { count: rate(other), of: other.sessions }),
      ),
    );
  const dropOffs = compared(({ dropOff, stillThere }) => (dropOff > 0 ? stillThere : 0));
  const conversions = compared(({ leads }) => leads);
  const overall = (of: "leads" | "qualified") =>
    compareRates(
      { count: a.totals[of], of: a.totals.sessions },
      { count: b.totals[of], of: b.totals.sessions },
    );
  return {
    a,
    b,
    leads: overall("leads"),
    qualified: overall("qualified"),
    steps: pairs.map(([{ id }], index) => ({
      node: id,
      dropOff: dropOffs[index]!,
      conversion: conversions[index]!,
    })),
  };
}
