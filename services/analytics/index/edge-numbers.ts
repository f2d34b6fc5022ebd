import type { View } from "../../../machines/graph/view.ts";
import type { EdgeNumbers, JumpNumbers, Passed, UnmatchedNumbers } from "../types.ts";
import { passedOf, share } from "./node-numbers.ts";
import type { Tallies } from "./tally.ts";
import type { Traces } from "./traces.ts";

/** The numbers of all edges: today's chart's first, then those that it does not have. */
export function edgeNumbers(view: View, traces: Traces, tallies: Tallies): EdgeNumbers[] {
  const passed = new Map<string, { source: string; target: string; numbers: Passed }>(
    traces.links.flatMap(({ kind, from, to }, number) => {
      const [source, target] = [traces.nodes.texts[from]!, traces.nodes.texts[to]!];
      const numbers = passedOf(tallies.links, number);
      return kind === "edge" ? [[`${source}->${target}`, { source, target, numbers }] as const] : [];
    }),
  );
  const modelled = new Set(view.edges.map(({ id }) => id));
  const visitsOf = (node: string) => passedOf(tallies.nodes, traces.nodes.find(node)).visits;
  const edge = (id: string, source: string, target: string, numbers: Passed): EdgeNumbers => ({
    id,
    source,
    target,
    isModelled: modelled.has(id),
    ...numbers,
    share: share(numbers.visits, visitsOf(source)),
  });
  const nobody = { sessions: 0, visits: 0, leads: 0, qualified: 0 };
  return [
    ...view.edges.map(({ id, source, target }) =>
      edge(id, source, target, passed.get(id)?.numbers ?? nobody),
    ),
    ...[...passed]
      .filter(([id, { numbers }]) => !modelled.has(id) && numbers.visits > 0)
      .map(([id, { source, target, numbers }]) => edge(id, source, target, numbers)),
  ];
}

/** Moves back and to other tabs' questions, commonest first. */
export function jumpNumbers({ links, nodes }: Traces, tallies: Tallies): JumpNumbers[] {
  return byVisits(
    links.flatMap(({ kind, from, to }, number) => {
      const ends = { source: nodes.texts[from]!, target: nodes.texts[to]! };
      return kind === "jump" ? [{ ...ends, ...passedOf(tallies.links, number) }] : [];
    }),
  );
}

/** Answers that today's chart did not take, commonest first. */
export function unmatchedNumbers({ marks, nodes }: Traces, tallies: Tallies): UnmatchedNumbers[] {
  return byVisits(
    marks.flatMap((mark, number) =>
      mark.kind === "unmatched"
        ? [{ source: nodes.texts[mark.node]!, step: mark.step, ...passedOf(tallies.marks, number) }]
        : [],
    ),
  );
}

function byVisits<Item extends Passed>(items: Item[]): Item[] {
  return items.filter(({ visits }) => visits > 0).sort((one, other) => other.visits - one.visits);
}
