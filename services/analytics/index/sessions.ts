import type { KeptSession } from "../../store/analytics.ts";
import { dwellClasses, unpackDwells } from "../dwell.ts";
import { results } from "../types.ts";
import { bytes, Dictionary, shorts, words } from "./column.ts";

/** What a session refers to, by the numbers of the index. */
export type Referred = {
  source: number;
  trace: number;
  /** The nodes that its trace leaves, move by move. */
  left: Uint16Array;
  dqReason: number;
};

/** Where no dwell times are known: what is stored does not fit the trace. */
export const noStays = 0xffffffff;
/** A stay is one number of 16 bits; charts have some thirty nodes. */
const mostNodes = Math.floor(0xffff / dwellClasses);

/** The sessions of one variant, column by column; about 64 bytes each with some fifteen moves. */
export class Sessions {
  /** As the store knows them. */
  readonly id = words();
  readonly source = words();
  readonly trace = words();
  readonly day = shorts();
  /** In which it began, since 1970, UTC; 0 where that is not known. */
  readonly hour = words();
  readonly result = bytes();
  readonly dqReason = bytes();
  /** When its visit last did something, in minutes since 1970; 0 where that is not known, long ago. */
  readonly lastMinute = words();
  /** Where in `stays` a session's begin: for each move of its trace the node left and the class of the time there. */
  readonly stayStart = words();
  readonly stays = shorts();
  /** The nodes of this variant by the first half of their stays. */
  private readonly nodes = new Dictionary<number>();

  get count(): number {
    return this.source.length;
  }

  /** Writes a session at a place: at the end, or over its own earlier state. */
  put(
    at: number,
    {
      id,
      day,
      hour,
      result,
      dwells,
      lastAt,
    }: Omit<KeptSession, "change" | "sourceId" | "traceId" | "dqReason">,
    { source, trace, left, dqReason }: Referred,
  ): void {
    this.id.set(at, id);
    this.source.set(at, source);
    this.trace.set(at, trace);
    this.day.set(at, day);
    this.hour.set(at, hour ?? 0);
    this.result.set(at, Math.max(0, results.indexOf(result as never)));
    this.dqReason.set(at, dqReason);
    this.lastMinute.set(at, Math.floor((lastAt ?? 0) / 60_000));
    const classes = unpackDwells(dwells);
    const isWhole = classes.length === left.length;
    this.stayStart.set(at, isWhole ? this.stays.length : noStays);
    if (!isWhole) return;
    for (let move = 0; move < left.length; move++) {
      const node = Math.min(mostNodes, this.nodes.idOf(left[move]!));
      this.stays.push(node * dwellClasses + classes[move]!);
    }
  }

  /** Where the stays at a node begin among all possible ones; undefined where nobody was. */
  staysAt(node: number): number | undefined {
    const found = this.nodes.find(node);
    return found === undefined ? undefined : found * dwellClasses;
  }
}

/** How many different stays there can be. */
export const allStays = (mostNodes + 1) * dwellClasses;
