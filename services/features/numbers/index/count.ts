import { dwellClasses, dwellTime } from "../../../analytics/dwell.ts";
import { results } from "../../../analytics/session.ts";
import type { Query } from "../types.ts";
import { both, type Conditions, conditionsOf } from "./conditions.ts";
import type { SessionIndex } from "./session-index.ts";
import { noDwells, type Sessions } from "./sessions.ts";
import type { Recent } from "./standing.ts";
import type { Since } from "./views.ts";

/** The number of results: a count by something and result is at `something * width + result`. */
export const width = results.length;
export const qualified = results.indexOf("qualified");
export const disqualified = results.indexOf("disqualified");

export const open = results.indexOf("open");
export const underWay = results.indexOf("underWay");

/** The counts of one pass over the sessions of a variant. */
export type Counts = {
  sessions: number;
  bySource: Uint32Array;
  byTrace: Uint32Array;
  byReason: Uint32Array;
  /** Dwell times at `node * dwellClasses + class`, of every `timedEvery`th session. */
  dwells: Uint32Array;
  /** How long visits with a lead took, of the same sessions: milliseconds by the number of the device. */
  completed: number[][];
  timedEvery: number;
  /** Those that came somewhere too late to be in a rate (`standing.ts`). */
  recent: Recent;
  /** Sessions that began before views were counted, and the last day of any of them. */
  unseen: { sessions: number; lastDay: number };
};

/** A sample of a million still gives a median to a tenth of a percentile. */
const maxTimed = 2_000_000;

/**
 * Counts the sessions that pass the conditions. The loop must not allocate.
 * @param most sessions whose dwell times are counted; of more, every second, fourth and so on
 */
export function count(
  { sources, traces }: SessionIndex,
  sessions: Sessions | undefined,
  conditions: Conditions,
  since: Since,
  most = maxTimed,
): Counts {
  const bySource = new Uint32Array(sources.count * width);
  const byTrace = new Uint32Array(traces.count * width);
  const byReason = new Uint32Array(256 * width);
  const dwells = new Uint32Array(traces.nodes.texts.length * dwellClasses);
  const completed = sources.values.device.texts.map((): number[] => []);
  const unseen = { sessions: 0, lastDay: -1 };
  const times = { dwells, completed };
  const recent: Recent = { at: [], result: [] };
  const counts: Counts = {
    sessions: 0,
    bySource,
    byTrace,
    byReason,
    ...times,
    timedEvery: 1,
    unseen,
    recent,
  };
  if (!sessions) return counts;

  const source = sessions.source.values;
  const trace = sessions.trace.values;
  const day = sessions.day.values;
  const hour = sessions.hour.values;
  const simulated = sources.simulated.values;
  const { settledMinute, settledHour } = conditions;
  const reason = sessions.dqReason.values;
  const lastMinute = sessions.lastMinute.values;
  const timed = new Uint32Array(Math.min(most, sessions.count));
  let [passed, timedCount, every] = [0, 0, 1];
  for (const block of passingBlocks(sessions, conditions)) {
    for (let index = 0; index < block.count; index++) {
      const at = block.at[index]!;
      const result = block.result[index]!;
      const s = source[at]!;
      if (hour[at]! < since[simulated[s]!]!) {
        unseen.sessions++;
        unseen.lastDay = Math.max(unseen.lastDay, day[at]!);
      }
      if (lastMinute[at]! > settledMinute || (hour[at]! >= settledHour && simulated[s] === 0)) {
        recent.at.push(at);
        recent.result.push(result);
      }
      bySource[s * width + result]!++;
      byTrace[trace[at]! * width + result]!++;
      byReason[reason[at]! * width + result]!++;
      if (passed++ % every !== 0) continue;
      if (timedCount === timed.length) {
        timedCount = everySecond(timed);
        every *= 2;
        if ((passed - 1) % every !== 0) continue;
      }
      timed[timedCount++] = at;
    }
  }
  countTimes(times, sources.valueOf.device.values, traces, sessions, timed.subarray(0, timedCount));
  return { ...counts, sessions: passed, timedEvery: every };
}

/** Moves every second value to the front. @returns how many these are */
function everySecond(values: Uint32Array): number {
  const half = Math.ceil(values.length / 2);
  for (let at = 0; at < half; at++) values[at] = values[2 * at]!;
  return half;
}

/** The times of the classes. */
const timeOf = Float64Array.from({ length: dwellClasses }, (_, index) => dwellTime(index));

function countTimes(
  { dwells, completed }: Pick<Counts, "dwells" | "completed">,
  deviceOf: ArrayLike<number>,
  { moveStart, left }: SessionIndex["traces"],
  sessions: Sessions,
  timed: Uint32Array,
): void {
  const [trace, start, classes] = [sessions.trace.values, sessions.dwellStart.values, sessions.dwells.values];
  const [first, node] = [moveStart.values, left.values];
  const [result, source] = [sessions.result.values, sessions.source.values];
  for (let index = 0; index < timed.length; index++) {
    const at = timed[index]!;
    const from = start[at]!;
    if (from === noDwells) continue;
    const move = first[trace[at]!]!;
    const moves = first[trace[at]! + 1]! - move;
    let lasted = 0;
    for (let step = 0; step < moves; step++) {
      const dwell = classes[from + step]!;
      dwells[node[move + step]! * dwellClasses + dwell]!++;
      lasted += timeOf[dwell]!;
    }
    if (result[at] !== qualified && result[at] !== disqualified) continue;
    completed[deviceOf[source[at]!]!]!.push(lasted);
  }
}

/** How many sessions are tested at a time: few enough for their columns to stay in the processor's cache. */
const blockSize = 4_096;

/** Sessions that pass: the first `count` positions, ascending, and results. The next block overwrites them. */
type Block = { at: Uint32Array; result: Uint8Array; count: number };

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

/** How many sessions both queries count. Two groups that share sessions are not independent samples. */
export function overlapOf(index: SessionIndex, a: Query, b: Query, asOf = 0): number {
  const sessions = index.ofVariant(a.variant);
  if (a.variant !== b.variant || !sessions) return 0;
  const [ofA, ofB] = [a, b].map(({ variant, data = "real", filters = {} }) =>
    conditionsOf(index, variant, data, filters, asOf),
  );
  let count = 0;
  for (const block of passingBlocks(sessions, both(ofA!, ofB!))) count += block.count;
  return count;
}
