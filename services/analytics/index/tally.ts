import { disqualified, open, qualified, underWay, width } from "./count.ts";
import type { Traces } from "./traces.ts";

/** Counts of nodes, links, marks or paths that were passed, by number. */
export type Tally = {
  visits: Float64Array;
  sessions: Float64Array;
  leads: Float64Array;
  qualified: Float64Array;
};

export type Tallies = {
  nodes: Tally;
  links: Tally;
  marks: Tally;
  paths: Tally;
  exits: Float64Array;
  stillThere: Float64Array;
  /** Those of `stillThere` that are under way. */
  underWay: Float64Array;
  /** Those of `stillThere` that left. */
  left: Float64Array;
  /** Sessions by node that passed it and are not under way anywhere. */
  settled: Float64Array;
  /** Sessions by node with a refused answer there. */
  refused: Float64Array;
};

/** Adds up the counts of traces by what they pass, walking each trace once however many sessions took it. */
export function tallyTraces(traces: Traces, byTrace: Uint32Array): Tallies {
  const nodeCount = traces.nodes.texts.length;
  const nodes = tallyOf(nodeCount);
  const links = tallyOf(traces.links.length);
  const marks = tallyOf(traces.marks.length);
  const paths = tallyOf(traces.paths.texts.length);
  const counts = () => new Float64Array(nodeCount);
  const [exits, stillThere, onTheirWay, left] = [counts(), counts(), counts(), counts()];
  const [settled, refused] = [counts(), counts()];
  // The last trace that passed each item, so that a session counts once however often it passed.
  const lastAt = new Int32Array(nodeCount).fill(-1);
  const lastBy = new Int32Array(traces.links.length).fill(-1);
  const lastMark = new Int32Array(traces.marks.length).fill(-1);
  const lastRefused = new Int32Array(nodeCount).fill(-1);
  const target = Uint16Array.from(traces.links, ({ to }) => to);
  const { moves, moveStart, marked, markStart, place, path } = traces;

  for (let trace = 0; trace < traces.count; trace++) {
    const from = trace * width;
    const good = byTrace[from + qualified]!;
    const leads = good + byTrace[from + disqualified]!;
    let times = 0;
    for (let result = 0; result < width; result++) times += byTrace[from + result]!;
    if (times === 0) continue;
    const atRest = times - byTrace[from + underWay]!;
    add(nodes, traces.start, times, leads, good);
    settled[traces.start]! += atRest;
    nodes.visits[traces.start]! += times;
    const end = moveStart.values[trace + 1]!;
    for (let at = moveStart.values[trace]!; at < end; at++) {
      const link = moves.values[at]!;
      const to = target[link]!;
      links.visits[link]! += times;
      if (lastBy[link] !== trace) add(links, link, times, leads, good);
      if (lastAt[to] !== trace && to !== traces.start) {
        add(nodes, to, times, leads, good);
        settled[to]! += atRest;
      }
      lastBy[link] = trace;
      lastAt[to] = trace;
    }
    for (let at = markStart.values[trace]!; at < markStart.values[trace + 1]!; at++) {
      const mark = marked.values[at]!;
      marks.visits[mark]! += times;
      if (lastMark[mark] !== trace) add(marks, mark, times, leads, good);
      lastMark[mark] = trace;
      const { kind, node } = traces.marks[mark]!;
      if (kind === "refused" && lastRefused[node] !== trace) refused[node]! += times;
      if (kind === "refused") lastRefused[node] = trace;
    }
    paths.visits[path.values[trace]!]! += times;
    add(paths, path.values[trace]!, times, leads, good);
    stillThere[place.values[trace]!]! += times;
    onTheirWay[place.values[trace]!]! += byTrace[from + underWay]!;
    left[place.values[trace]!]! += byTrace[from + open]!;
  }
  traces.links.forEach(({ from, to }, link) => {
    nodes.visits[to]! += links.visits[link]!;
    exits[from]! += links.visits[link]!;
  });
  return { nodes, links, marks, paths, exits, stillThere, underWay: onTheirWay, left, settled, refused };
}

/** Adds sessions that pass an item for the first time. */
function add(tally: Tally, number: number, sessions: number, leads: number, good: number): void {
  tally.sessions[number]! += sessions;
  tally.leads[number]! += leads;
  tally.qualified[number]! += good;
}

function tallyOf(length: number): Tally {
  return {
    visits: new Float64Array(length),
    sessions: new Float64Array(length),
    leads: new Float64Array(length),
    qualified: new Float64Array(length),
  };
}
