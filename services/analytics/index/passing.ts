import { results } from "../types.ts";
import type { Conditions } from "./conditions.ts";
import type { Sessions } from "./sessions.ts";

const [open, underWay, width] = [results.indexOf("open"), results.indexOf("underWay"), results.length];

/** How many sessions are tested at a time: few enough for their columns to stay in the processor's cache. */
const blockSize = 4_096;

/** Sessions that pass: the first `count` positions, ascending, and results. The next block overwrites them. */
export type Block = { at: Uint32Array; result: Uint8Array; count: number };

/**
 * The sessions that pass the conditions, block by block from the newest. Whether a session passes cannot be predicted, and a
 * mispredicted branch costs more than all tests together, so each test is arithmetic.
 */
export function* passingBlocks(sessions: Sessions, conditions: Conditions): Generator<Block> {
  const block = { at: new Uint32Array(blockSize), result: new Uint8Array(blockSize), count: 0 };
  for (let to = sessions.count; to > 0; to -= blockSize) {
    block.count = select(block, sessions, conditions, Math.max(0, to - blockSize), to);
    yield block;
  }
}

function select(
  { at: selected, result: selectedResult }: Block,
  sessions: Sessions,
  {
    source: bySource,
    trace: byTrace,
    result: byResult,
    pace,
    dqReason,
    firstDay,
    lastDay,
    settledMinute,
  }: Conditions,
  from: number,
  to: number,
): number {
  const [source, trace, day] = [sessions.source.values, sessions.trace.values, sessions.day.values];
  const [result, reason] = [sessions.result.values, sessions.dqReason.values];
  const [lastMinute, isFast] = [sessions.lastMinute.values, sessions.isFast.values];
  let count = 0;
  for (let at = from; at < to; at++) {
    const stored = result[at]!;
    // `>>> 31` is 1 for negative numbers. An open session is under way until it has settled.
    const isUnsettled = (settledMinute - lastMinute[at]!) >>> 31;
    const now = stored + (Number(stored === open) & isUnsettled) * (underWay - open);
    const isOutside = ((day[at]! - firstDay) | (lastDay - day[at]!)) >>> 31;
    selected[count] = at;
    selectedResult[count] = now;
    count +=
      bySource[source[at]!]! &
      byTrace[trace[at]!]! &
      byResult[now]! &
      pace[isFast[at]! * width + now]! &
      dqReason[reason[at]!]! &
      (isOutside ^ 1);
  }
  return count;
}
