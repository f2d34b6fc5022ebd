import { start } from "../../../machines/graph/names.ts";
import type { AnalyticsTrace } from "../../store/rows.ts";
import { questionsOf } from "../session.ts";
import { readTrace, type TraceItem } from "../trace.ts";
import { Dictionary, shorts, words } from "./column.ts";

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
