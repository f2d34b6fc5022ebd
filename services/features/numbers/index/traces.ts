import { start } from "../../../../machines/graph/names.ts";
import { questionsOf } from "../../../analytics/session.ts";
import { readTrace, type TraceItem } from "../../../analytics/trace.ts";
import type { AnalyticsTrace } from "../../../store/rows.ts";
import { disqualified, open, qualified, underWay, width } from "./count.ts";
import { Dictionary, shorts, words } from "./sessions.ts";

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
  const refused = counts();
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
    add(nodes, traces.start, times, leads, good);
    nodes.visits[traces.start]! += times;
    const end = moveStart.values[trace + 1]!;
    for (let at = moveStart.values[trace]!; at < end; at++) {
      const link = moves.values[at]!;
      const to = target[link]!;
      links.visits[link]! += times;
      if (lastBy[link] !== trace) add(links, link, times, leads, good);
      if (lastAt[to] !== trace && to !== traces.start) add(nodes, to, times, leads, good);
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
  return { nodes, links, marks, paths, exits, stillThere, underWay: onTheirWay, left, refused };
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

/** A move from node to node, by the numbers of their names. */
export type Link = { kind: "edge" | "jump"; from: number; to: number };
/** Something that happened at a node without leaving it. */
export type Mark = { node: number } & Exclude<TraceItem, { kind: "edge" | "jump" }>;

/**
 * All traces as lists of link and mark numbers, because links and marks are few and traces are many. The moves of trace `t`
 * are `moves` from `moveStart[t]` up to `moveStart[t + 1]`; its marks are stored the same way.
 */
export class Traces {
  readonly nodes = new Dictionary();
  readonly links: Link[] = [];
  readonly marks: Mark[] = [];
  readonly moves = words();
  /** The node that each move leaves. */
  readonly left = shorts();
  readonly moveStart = words();
  readonly marked = words();
  readonly markStart = words();
  /** The node where it ends, according to the replayed log. */
  readonly place = shorts();
  /** How many of each trace's moves were answers: along an edge, away from what asks something. */
  readonly answers = shorts();
  /** Traces that differ only in their marks share a path. */
  readonly path = words();
  readonly paths = new Dictionary();
  /** By the store's id: the trace's number plus one. */
  private readonly known = words();
  private readonly linkIds = new Map<string, number>();
  private readonly markIds = new Map<string, number>();
  lastId = 0;

  /** The node where every trace begins. */
  readonly start = this.nodes.idOf(start);

  constructor() {
    this.moveStart.push(0);
    this.markStart.push(0);
  }

  get count(): number {
    return this.place.length;
  }

  /** The number of a trace by its id in the store; undefined if it has not been read. */
  numberOf(id: number): number | undefined {
    const found = this.known.values[id];
    return found === undefined || found === 0 || id >= this.known.length ? undefined : found - 1;
  }

  /** The number of moves of a trace. */
  movesOf(trace: number): number {
    return this.moveStart.values[trace + 1]! - this.moveStart.values[trace]!;
  }

  add({ id, variant, items, place }: AnalyticsTrace & { id: number }): void {
    const questions = questionsOf(variant);
    let [here, answers] = [this.start, 0];
    const nodes: string[] = [];
    for (const item of readTrace(items)) {
      if (item.kind === "edge" || item.kind === "jump") {
        const to = this.nodes.idOf(item.to);
        this.moves.push(this.linkOf({ kind: item.kind, from: here, to }));
        this.left.push(here);
        if (item.kind === "edge" && questions.has(this.nodes.texts[here]!)) answers += 1;
        nodes.push(item.to);
        here = to;
      } else {
        const node = item.kind === "refused" && item.at ? this.nodes.idOf(item.at) : here;
        this.marked.push(this.markOf({ ...item, node }));
      }
    }
    this.moveStart.push(this.moves.length);
    this.markStart.push(this.marked.length);
    this.place.push(this.nodes.idOf(place));
    this.answers.push(answers);
    this.path.push(this.paths.idOf(nodes.join(" ")));
    this.known.set(id, this.count);
    this.lastId = Math.max(this.lastId, id);
  }

  private linkOf(link: Link): number {
    const key = `${link.kind} ${link.from} ${link.to}`;
    const known = this.linkIds.get(key);
    if (known !== undefined) return known;
    this.linkIds.set(key, this.links.length);
    return this.links.push(link) - 1;
  }

  private markOf(mark: Mark): number {
    const key = JSON.stringify(mark);
    const known = this.markIds.get(key);
    if (known !== undefined) return known;
    this.markIds.set(key, this.marks.length);
    return this.marks.push(mark) - 1;
  }
}
