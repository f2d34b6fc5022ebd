import type { Graph, GraphEdge } from "./graph.ts";
import { guardInWords, words } from "./words.ts";

/**
 * When an edge is taken, as facts that all have to hold: its guard, `!` and the guards that must not hold where
 * it is what they leave, and what set it off unless that is simply the next answer, or a service's.
 */
export function factsOf({ edges }: Pick<Graph, "edges">, edge: GraphEdge): string[] {
  const trigger = triggerOf(edge);
  if (!edge.isOtherwise) return edge.guard ? [...trigger, edge.guard] : trigger;
  const rivals = edges.filter(({ source, event }) => source === edge.source && event === edge.event);
  return [...trigger, `!${rivals.flatMap(({ guard }) => guard || []).join("|")}`];
}

const noAnswer = "noAnswer";

function triggerOf({ trigger, event }: GraphEdge): string[] {
  if (trigger === "error") return [noAnswer];
  return trigger === "after" || (trigger === "event" && event !== "NEXT") ? [event] : [];
}

type Facts = readonly string[];

/**
 * Alternatives in words, "email is bad", "over two years or otherwise"; empty where nothing is asked. What is
 * said twice is said once: of `a and b` beside `a`, and of `a` beside its opposite, the rest remains.
 */
export function alternativesInWords(alternatives: readonly Facts[]): string {
  const left = simplest(alternatives);
  if (left.some(({ length }) => length === 0)) return "";
  const positive = left.map((facts) => facts.filter((fact) => !fact.startsWith("!")));
  const said = simplest(positive.filter(({ length }) => length > 0)).map((facts) => facts.map(factInWords));
  const isRest = positive.some(({ length }) => length === 0);
  const inOrder = [...said.map((facts) => facts.join(" and ")), ...(isRest ? ["otherwise"] : [])];
  // What a service's silence leads to is said last: "otherwise or no answer".
  const silence = factInWords(noAnswer);
  const others = inOrder.filter((each) => each !== silence);
  return (others.length < inOrder.length ? [...others, silence] : others).join(" or ");
}

function factInWords(fact: string): string {
  return /^[A-Z_]+$/.test(fact) ? words(fact.toLowerCase()) : guardInWords(fact);
}

function simplest(alternatives: readonly Facts[]): Facts[] {
  const left = alternatives.filter(
    (facts, index) =>
      !alternatives.some(
        (other, at) => at !== index && includes(facts, other) && (at < index || other.length < facts.length),
      ),
  );
  for (const facts of left) {
    const spare = facts.find((fact) => left.some((other) => isOpposite(facts, other, fact)));
    if (spare) return simplest([...left, facts.filter((fact) => fact !== spare)]);
  }
  return left;
}

function includes(facts: Facts, others: Facts): boolean {
  return others.every((other) => facts.includes(other));
}

/** True when two say the same but for this one fact. */
function isOpposite(facts: Facts, other: Facts, fact: string): boolean {
  return (
    other.length === facts.length && facts.every((each) => other.includes(each === fact ? `!${each}` : each))
  );
}
