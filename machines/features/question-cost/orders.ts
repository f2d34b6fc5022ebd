import { type Graph, graphOf } from "../../graph/graph.ts";
import { lintOf } from "../../graph/lint.ts";
import { readsOf } from "../../model/cases.ts";
import { walkDay } from "../../model/covering.ts";
import { isPlain, movedBefore } from "../../parts/rearranged.ts";
import { stepNamed } from "../../steps/index.ts";
import type { SurveyMachine, Variant } from "../../variant.ts";
import { isRead, type Question, questionsOf, topOf } from "./questions.ts";

/** Another legal order of a survey's questions: one of them is asked later, just before another. */
export type Order = {
  question: string;
  before: string;
  /** The questions that everybody is then asked before it instead of after. */
  passed: string[];
};

type Reads = ReturnType<typeof readsOf>;

/**
 * The orders in which one question stands as late as it may, for each that may stand later than it does. Only questions
 * that everybody is asked are moved: none behind a guard that reads its answer, and none behind the first one for the
 * visitor's contact, since consent comes last.
 */
export function ordersOf(variant: Required<Variant>): Order[] {
  const { machine } = variant;
  const graph = graphOf(variant);
  const reads = readsOf(machine, walkDay, variant.limits);
  const order = questionsOf(variant)
    .filter(({ name }) => isOnEveryWay(graph, name))
    .sort((one, other) => (isBehind(graph, one.name, other.name) ? 1 : -1));
  const contact = order.findIndex(({ name }) => asksForContact(machine, name));
  const last = contact < 0 ? order.length - 1 : contact;
  return order.slice(0, last).flatMap((question, at): Order[] => {
    if (!isPlain(machine, question.name)) return [];
    for (let to = last; to > at + 1; to--) {
      const { name: before } = order[to]!;
      if (!isLegal(variant, graph, reads, question, before)) continue;
      const passed = order.slice(at + 1, to).map(({ name }) => name);
      return [{ question: question.name, before, passed }];
    }
    return [];
  });
}

/** Whether a question may be asked just before another: no guard that reads its answer would come first. */
function isLegal(
  { code, machine, limits }: Required<Variant>,
  graph: Graph,
  reads: Reads,
  { name, sets }: Question,
  before: string,
): boolean {
  const moved = { code, machine: movedBefore(machine, name, before), limits };
  const readers = graph.edges
    .filter(({ guards }) =>
      guards.some((guard) => sets.some((path) => isRead(reads.get(guard) ?? new Set(), path))),
    )
    .map(({ source }) => topOf(source))
    .filter((reader) => isBehind(graph, reader, name));
  const after = graphOf(moved);
  return readers.every((reader) => isBehind(after, reader, name)) && lintOf(moved).length === 0;
}

function asksForContact(machine: SurveyMachine, name: string): boolean {
  const { kind, asksConsent } = stepNamed(name, machine)!;
  return kind === "contact" || kind === "form" || asksConsent === true;
}

/** Whether a lead is made on no way past a question. */
function isOnEveryWay(graph: Graph, question: string): boolean {
  const posts = graph.nodes.filter(({ kind }) => kind === "submit");
  return posts.length > 0 && posts.every(({ id }) => isBehind(graph, topOf(id), question));
}

/** Whether nothing leads to a state but past another. */
function isBehind({ nodes, edges }: Graph, state: string, other: string): boolean {
  if (state === other) return false;
  const found = new Set((nodes[0]!.initial ?? []).map(topOf).filter((first) => first !== other));
  // Iterating over a Set includes additions.
  for (const at of found)
    for (const { source, targets } of edges)
      if (topOf(source) === at) for (const to of targets.map(topOf)) if (to !== other) found.add(to);
  return !found.has(state);
}
