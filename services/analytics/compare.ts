import { compareRates, correctedByHolm } from "./significance.ts";
import type { Compared, NodeNumbers, Numbers } from "./types.ts";

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
