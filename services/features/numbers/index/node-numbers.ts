import { start } from "../../../../machines/graph/names.ts";
import type { View } from "../../../../machines/graph/view.ts";
import { quantilesOf } from "../../../analytics/dwell.ts";
import type { FirstRefusals } from "../../../store/rows.ts";
import type {
  Breach,
  Dwell,
  EdgeNumbers,
  JumpNumbers,
  NodeNumbers,
  Numbers,
  Passed,
  PathNumbers,
  UnmatchedNumbers,
} from "../types.ts";
import type { LeftOut } from "./standing.ts";
import type { Tallies, Tally, Traces } from "./traces.ts";

/** Counts of one item of a tally; all 0 if it has no number, so that nobody passed it. */
export function passedOf(tally: Tally, number: number | undefined): Passed {
  const of = (values: Float64Array) => (number === undefined ? 0 : (values[number] ?? 0));
  return {
    sessions: of(tally.sessions),
    visits: of(tally.visits),
    leads: of(tally.leads),
    qualified: of(tally.qualified),
  };
}

/** A part as a share of a whole; null if the whole is 0. */
function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

/**
 * Numbers of all nodes: those of today's chart first, then others that visits passed.
 * @param out what rates leave out
 * @param first by node: first views without an answer, those that rates count, and what was refused to those visitors
 * @param timesAt the number of stays at a node, by dwell class
 */
export function nodeNumbers(
  view: View,
  traces: Traces,
  tallies: Tallies,
  out: LeftOut,
  first: {
    bounced: ReadonlyMap<string, number>;
    ratedBounced: ReadonlyMap<string, number>;
    refused: ReadonlyMap<string, FirstRefusals>;
  },
  timesAt: (node: number) => ArrayLike<number>,
): NodeNumbers[] {
  const modelled = new Map(view.nodes.map(({ id, kind }) => [id, kind]));
  const others = traces.nodes.texts.filter(
    (id, number) =>
      !modelled.has(id) && (tallies.nodes.visits[number]! > 0 || tallies.stillThere[number]! > 0),
  );
  return [...modelled.keys(), ...others].map((id) => {
    const number = traces.nodes.find(id);
    const passed = passedOf(tallies.nodes, number);
    const of = (counts: Float64Array) => (number === undefined ? 0 : counts[number]!);
    const [exits, stillThere, underWay] = [of(tallies.exits), of(tallies.stillThere), of(tallies.underWay)];
    const looked = first.bounced.get(id) ?? 0;
    const rated = {
      sessions: passed.sessions - of(out.nodes.sessions),
      leads: passed.leads - of(out.nodes.leads),
      qualified: passed.qualified - of(out.nodes.qualified),
      left: of(tallies.left) - of(out.left),
      looked: first.ratedBounced.get(id) ?? 0,
      refused: of(tallies.refused) - of(out.refused),
    };
    const came = rated.sessions + rated.looked;
    const isEnd = modelled.get(id) === "end";
    return {
      id,
      isModelled: modelled.has(id),
      ...passed,
      exits,
      stillThere,
      underWay,
      left: of(tallies.left),
      looked,
      rated,
      dropOff: isEnd ? 0 : share(rated.left + rated.looked, came),
      conversion: share(rated.leads, came),
      dwell: dwellOf(number === undefined ? [] : timesAt(number)),
      backFrom: jumps(traces, tallies, (link) => link.from === number),
      backTo: jumps(traces, tallies, (link) => link.to === number),
      refusals: refusalsAt(traces, tallies, number, first.refused.get(id)),
      services: servicesAt(traces, tallies, number),
    };
  });
}

/** Nodes whose visits differ from their exits plus the sessions still there. */
export function breachesOf(nodes: readonly NodeNumbers[]): Breach[] {
  return nodes
    .filter(({ visits, exits, stillThere }) => visits !== exits + stillThere)
    .map(({ id, visits, exits, stillThere }) => ({ node: id, visits, exits, stillThere }));
}

function dwellOf(times: ArrayLike<number>): Dwell {
  const [median = null, p90 = null] = quantilesOf(times, [0.5, 0.9]);
  return { count: Array.from(times).reduce((sum, each) => sum + each, 0), median, p90 };
}

function jumps(
  { links }: Traces,
  tallies: Tallies,
  isMeant: (link: { from: number; to: number }) => boolean,
): number {
  return links.reduce(
    (sum, link, number) =>
      link.kind === "jump" && isMeant(link) ? sum + tallies.links.visits[number]! : sum,
    0,
  );
}

/** @param unanswered those of visitors of whom no visit is stored */
function refusalsAt(
  { marks }: Traces,
  { marks: tally, refused }: Tallies,
  node: number | undefined,
  unanswered: FirstRefusals = { answers: 0, fields: {} },
) {
  const fields = new Map<string, number>(Object.entries(unanswered.fields));
  let count = unanswered.answers;
  marks.forEach((mark, number) => {
    if (mark.kind !== "refused" || mark.node !== node) return;
    count += tally.visits[number]!;
    for (const field of mark.fields) fields.set(field, (fields.get(field) ?? 0) + tally.visits[number]!);
  });
  return {
    count,
    unanswered: unanswered.answers,
    sessions: node === undefined ? 0 : refused[node]!,
    fields: byCount(
      [...fields].map(([field, times]) => ({
        field,
        count: times,
        unanswered: unanswered.fields[field] ?? 0,
      })),
    ),
  };
}

function servicesAt({ marks }: Traces, { marks: tally }: Tallies, node: number | undefined) {
  return byCount(
    marks.flatMap((mark, number) =>
      mark.kind === "outcome" && mark.node === node
        ? [{ service: mark.service, outcome: mark.said, count: tally.visits[number]! }]
        : [],
    ),
  );
}

function byCount<Item extends { count: number }>(items: Item[]): Item[] {
  return items.filter(({ count }) => count > 0).sort((one, other) => other.count - one.count);
}

/** Numbers of all edges: those of today's chart first, then those that it does not have. */
export function edgeNumbers(view: View, traces: Traces, tallies: Tallies, out: LeftOut): EdgeNumbers[] {
  const passed = new Map<string, { source: string; target: string; number: number; numbers: Passed }>(
    traces.links.flatMap(({ kind, from, to }, number) => {
      const [source, target] = [traces.nodes.texts[from]!, traces.nodes.texts[to]!];
      const numbers = passedOf(tallies.links, number);
      return kind === "edge" ? [[`${source}->${target}`, { source, target, number, numbers }] as const] : [];
    }),
  );
  const modelled = new Set(view.edges.map(({ id }) => id));
  const came = (node: string, of: "visits" | "sessions") => {
    const number = traces.nodes.find(node);
    return number === undefined ? 0 : tallies.nodes[of][number]! - out.nodes[of][number]!;
  };
  const edge = (id: string, source: string, target: string, numbers: Passed): EdgeNumbers => {
    const number = passed.get(id)?.number;
    const late = (of: "visits" | "sessions") => (number === undefined ? 0 : out.links[of][number]!);
    const rated = {
      sessions: numbers.sessions - late("sessions"),
      of: came(source, "sessions"),
      visits: numbers.visits - late("visits"),
      entries: came(source, "visits"),
    };
    return {
      id,
      source,
      target,
      isModelled: modelled.has(id),
      ...numbers,
      rated,
      share: share(rated.visits, rated.entries),
    };
  };
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

/** Moves back, or to a question in another tab, commonest first. */
export function jumpNumbers({ links, nodes }: Traces, tallies: Tallies): JumpNumbers[] {
  return byVisits(
    links.flatMap(({ kind, from, to }, number) => {
      const ends = { source: nodes.texts[from]!, target: nodes.texts[to]! };
      return kind === "jump" ? [{ ...ends, ...passedOf(tallies.links, number) }] : [];
    }),
  );
}

/** Answers that the chart did not take, commonest first. */
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

/** @param most how many of the commonest paths to list */
export function pathNumbers(
  view: View,
  { paths }: Traces,
  { paths: tally }: Tallies,
  sessions: number,
  most: number,
): Pick<Numbers, "paths" | "happyPath"> {
  const taken: number[] = [];
  for (let path = 0; path < paths.texts.length; path++) if (tally.sessions[path]! > 0) taken.push(path);
  // Equal counts are ordered by path, so that the order does not depend on what was read first.
  const by = (counts: Float64Array) => (one: number, other: number) =>
    counts[other]! - counts[one]! || (paths.texts[one]! < paths.texts[other]! ? -1 : 1);
  const numbers = (path: number): PathNumbers => ({
    nodes: paths.texts[path]!.split(" ").filter(Boolean),
    sessions: tally.sessions[path]!,
    share: share(tally.sessions[path]!, sessions) ?? 0,
    leads: tally.leads[path]!,
    qualified: tally.qualified[path]!,
  });
  const edges = new Set(view.edges.map(({ id }) => id));
  const today = taken.filter((path) =>
    numbers(path).nodes.every((to, at, nodes) => edges.has(`${nodes[at - 1] ?? start}->${to}`)),
  );
  const goal = [tally.qualified, tally.leads].find((counts) => today.some((path) => counts[path]! > 0));
  const happiest = best(today, by(goal ?? tally.sessions));
  return {
    paths: {
      total: taken.length,
      shown: commonest(taken, tally.sessions, most).sort(by(tally.sessions)).slice(0, most).map(numbers),
    },
    happyPath: happiest === undefined ? null : numbers(happiest),
  };
}

/** Paths that may be among the commonest: far fewer than all, so that not all need to be sorted by path. */
function commonest(paths: readonly number[], counts: Float64Array, most: number): number[] {
  const falling = Float64Array.from(paths, (path) => -counts[path]!).sort();
  const least = -(falling[most - 1] ?? 0);
  return paths.filter((path) => counts[path]! >= least);
}

function best(paths: readonly number[], order: (one: number, other: number) => number): number | undefined {
  return paths.reduce<number | undefined>(
    (found, path) => (found === undefined || order(path, found) < 0 ? path : found),
    undefined,
  );
}
