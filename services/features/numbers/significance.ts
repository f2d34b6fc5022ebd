import { start } from "../../../machines/graph/names.ts";
import { questionsOf } from "../../analytics/session.ts";
import { type Comparison, compareRates, correctedByHolm, type Rate } from "./statistics/rates.ts";
import type { Compared, NodeNumbers, Numbers, RatedViews } from "./types.ts";

/**
 * The question number of each node, 1 for the first, on the commonest path through it. Nodes between
 * questions (checks, ends) have the number of the question before them; nodes on no listed path have none.
 */
function questionOrder({
  variant: code,
  paths,
}: Pick<Numbers, "variant" | "paths">): ReadonlyMap<string, number> {
  const questions = questionsOf(code);
  const order = new Map<string, number>();
  for (const way of paths.shown) {
    const asked = new Set<string>();
    for (const node of way.nodes) {
      if (questions.has(node)) asked.add(node);
      if (!order.has(node)) order.set(node, asked.size);
    }
  }
  return order;
}

/** The same rates without their test, which would not be valid. */
function untested(comparison: Comparison): Comparison {
  return { ...comparison, test: null, p: null, adjusted: null, isSignificant: false };
}

/**
 * Compares two sets of numbers: of two variants, of two periods, or with and without a page flag.
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
  const hasViews = viewsOf(a) !== null && viewsOf(b) !== null;
  const lookedAt = ({ rated }: NodeNumbers) => (hasViews ? rated.looked : 0);
  const [orderInA, orderInB] = [a, b].map(questionOrder);
  const ofViews = (count: "sessions" | "leads" | "qualified") => {
    const rateOf = (of: RatedViews) => ({ count: of[count], of: of.views });
    return hasViews && overlap === 0
      ? compareRates(rateOf(viewsOf(a)!), rateOf(viewsOf(b)!))
      : compareRates(nobody, nobody);
  };
  const perNode = (rate: (node: NodeNumbers) => Rate) =>
    pairs.map(([one, other]) => compared(one.id, rate(one), rate(other)));
  const overall = (of: "leads" | "qualified") =>
    compared(
      undefined,
      { count: a.rated[of], of: a.rated.sessions },
      { count: b.rated[of], of: b.rated.sessions },
    );
  const ways = a.edges.flatMap((edge) => {
    const other = b.edges.find(({ id }) => id === edge.id);
    const pair = pairs.find(([{ id }]) => id === edge.source);
    if (!other || !pair) return [];
    const taken = compared(
      edge.source,
      { count: edge.rated.sessions, of: edge.rated.of },
      { count: other.rated.sessions, of: other.rated.of },
    );
    const isChoice = [a, b].some(
      ({ edges }) =>
        edges.filter(({ source, isModelled }) => isModelled && source === edge.source).length > 1,
    );
    return { edge: edge.id, isChoice, taken: isChoice ? taken : untested(taken) };
  });
  // Comparisons that are shown together are corrected together.
  const [begun, leadsOfViews, qualifiedOfViews, leads, qualified, ...rest] = correctedByHolm([
    ofViews("sessions"),
    ofViews("leads"),
    ofViews("qualified"),
    overall("leads"),
    overall("qualified"),
    ...perNode((node) => ({
      count: node.dropOff === 0 ? 0 : node.rated.left + lookedAt(node),
      of: node.rated.sessions + lookedAt(node),
    })),
    ...perNode((node) => ({ count: node.rated.leads, of: node.rated.sessions + lookedAt(node) })),
    ...perNode(({ rated }) => ({ count: rated.refused, of: rated.sessions })),
    ...ways.map(({ taken }) => taken),
  ]) as [Comparison, Comparison, Comparison, Comparison, Comparison, ...Comparison[]];
  return {
    a,
    b,
    overlap,
    firstQuestions: beginAlike ? null : { a: firstOfA, b: firstOfB },
    ofViews: hasViews && overlap === 0 ? { begun, leads: leadsOfViews, qualified: qualifiedOfViews } : null,
    leads,
    qualified,
    steps: pairs.map(([one, other], index) => ({
      node: one.id,
      order: { a: orderInA!.get(one.id) ?? null, b: orderInB!.get(one.id) ?? null },
      dropOff: rest[index]!,
      conversion: rest[pairs.length + index]!,
      refused: rest[2 * pairs.length + index]!,
      times: { a: one.dwell, b: other.dwell },
    })),
    ways: ways.map((way, index) => ({ ...way, taken: rest[3 * pairs.length + index]! })),
  };
}

const nobody: Rate = { count: 0, of: 0 };

/** First views; null if unknown, or if some were lost, so that there are fewer than sessions. */
function viewsOf({ views }: Numbers): RatedViews | null {
  return views.isKnown && views.rated.views >= views.rated.sessions ? views.rated : null;
}

/** The nodes in which today's chart begins. */
function firstQuestions({ edges }: Numbers): string[] {
  const begun = edges.filter(({ source, isModelled }) => source === start && isModelled);
  return [...new Set(begun.map(({ target }) => target))].sort();
}
