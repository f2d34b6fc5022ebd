import { dwellTime } from "../../../analytics/dwell.ts";
import { results, settleMs } from "../../../analytics/session.ts";
import { noDwells, type Sessions } from "./sessions.ts";
import type { Sources } from "./sources.ts";
import type { Tally, Traces } from "./traces.ts";

/**
 * The one rule by which all rates of the analysts' pages count, in tables, tests, comparisons and charts.
 *
 * A visitor who continues does so at once, and one who stands still may yet continue. A count of both as they are now
 * would treat the last half hour as one in which nobody leaves, and make a release look better than it is. So everybody
 * is followed for the same time: **a rate counts the visitors who reached its starting point at least `settleMs` ago,
 * and what has happened to them by now.** A drop-off, a step's conversion and a transition's share start at their step,
 * and all other rates where the session began. Later visitors are in the counts, and in no rate, neither as gone nor as
 * continuing.
 *
 * First views are stored by the hour. So a rate that includes bounces (per first view, and at the step that visitors
 * see first) counts the views and sessions of whole hours, the last of which ended at least `settleMs` ago.
 *
 * Simulated sessions are complete when they are made, so all of them count. The arms of an experiment run side by side
 * and have the same share of visitors under way, so their report counts everybody.
 * @param asOf up to when everything is known, epoch milliseconds
 * @returns the last minute since 1970 whose visitors count, and the first hour since 1970 whose first views do not
 */
export function countedUntil(asOf: number): { minute: number; hour: number } {
  const until = Math.max(0, asOf - settleMs);
  return {
    minute: Math.min(maxMinute, Math.floor(until / minuteMs)),
    hour: Math.floor(until / (60 * minuteMs)),
  };
}

const minuteMs = 60_000;
/** Differences of minutes must stay within 32 bits. */
const maxMinute = 0x7fffffff;

/** The bounds of `countedUntil`. */
export type Bounds = { settledMinute: number; settledHour: number };

/** The time from which a visitor of a minute since 1970 is counted by rates, epoch milliseconds. */
export const countedFrom = (minute: number) => minute * minuteMs + settleMs;

/** The time from which first views of an hour since 1970 are counted by rates, epoch milliseconds. */
export const viewsCountedFrom = (hour: number) => (hour + 1) * 60 * minuteMs + settleMs;

/** True for a session that began too late to be counted by rates. */
export function isLate({ begunMinute }: Sessions, at: number, { settledMinute }: Bounds): boolean {
  return begunMinute.values[at]! > settledMinute;
}

/** True for a session that began too late to be counted beside first views. */
export function isLateView(
  { simulated }: Sources,
  { source, hour }: Sessions,
  at: number,
  { settledHour }: Bounds,
): boolean {
  return hour.values[at]! >= settledHour && simulated.values[source.values[at]!] === 0;
}

/** Sessions of which rates may exclude a part: their positions and results. */
export type Recent = { at: number[]; result: number[] };

/** What rates exclude from the counts of a variant. Steps and transitions are by number, as in `Tallies`. */
export type LeftOut = {
  nodes: Tally;
  /** Sessions that came to a step too late and had an answer refused there. */
  refused: Float64Array;
  /** Sessions that came to a step too late and have left there. */
  left: Float64Array;
  /** Transitions count only sessions and visits. */
  links: Pick<Tally, "sessions" | "visits">;
  /** Sessions that began too late, by their source and result at `source * results.length + result`. */
  bySource: Uint32Array;
  /** The same beside first views. */
  bySourceOfViews: Uint32Array;
  /** Of those the ones that began at a step. */
  begunAt: Float64Array;
};

/**
 * What rates exclude, session by session: there are few, since all others came everywhere long enough ago.
 * @param seenFirst the steps whose rates include bounces
 */
export function leftOut(
  { sources, traces }: { sources: Sources; traces: Traces },
  sessions: Sessions | undefined,
  recent: Recent,
  bounds: Bounds,
  seenFirst: ReadonlySet<number>,
): LeftOut {
  const [nodes, links] = [traces.nodes.texts.length, traces.links.length];
  const counts = (length: number) => new Float64Array(length);
  const out: LeftOut = {
    nodes: { visits: counts(nodes), sessions: counts(nodes), leads: counts(nodes), qualified: counts(nodes) },
    refused: counts(nodes),
    left: counts(nodes),
    links: { visits: counts(links), sessions: counts(links) },
    bySource: new Uint32Array(sources.count * results.length),
    bySourceOfViews: new Uint32Array(sources.count * results.length),
    begunAt: counts(nodes),
  };
  if (!sessions) return out;
  recent.at.forEach((at, index) => {
    const result = recent.result[index]!;
    const group = sessions.source.values[at]! * results.length + result;
    const [began, isOfViews] = [isLate(sessions, at, bounds), isLateView(sources, sessions, at, bounds)];
    out.bySource[group]! += Number(began);
    out.bySourceOfViews[group]! += Number(isOfViews);
    leaveOut(out, traces, sessions, at, result, (node, minute) =>
      seenFirst.has(node) ? isOfViews : minute > bounds.settledMinute,
    );
    const [first] = movesOf(traces, sessions.trace.values[at]!);
    if (isOfViews && first !== undefined) out.begunAt[traces.links[first]!.to]!++;
  });
  return out;
}

/** True for a session that came to a node, for the first time, too late to be counted by rates. */
export function cameLate(
  traces: Traces,
  sessions: Sessions,
  at: number,
  node: number,
  { settledMinute }: Bounds,
): boolean {
  if (sessions.lastMinute.values[at]! <= settledMinute) return false;
  if (node === traces.start) return sessions.begunMinute.values[at]! > settledMinute;
  const moves = movesOf(traces, sessions.trace.values[at]!);
  const first = moves.findIndex((move) => traces.links[move]!.to === node);
  return first >= 0 && arrivalsOf(sessions, at, moves.length)[first]! > settledMinute;
}

/** @param isLate whether who came to a step in a minute came too late */
function leaveOut(
  { nodes, refused, left, links }: LeftOut,
  traces: Traces,
  sessions: Sessions,
  at: number,
  result: number,
  isLate: (node: number, minute: number) => boolean,
): void {
  const trace = sessions.trace.values[at]!;
  const moves = movesOf(traces, trace);
  const minutes = arrivalsOf(sessions, at, moves.length);
  const isGood = Number(results[result] === "qualified");
  const isLead = isGood + Number(results[result] === "disqualified");
  const refusedAt = new Set(
    Array.from(
      traces.marked.values.subarray(traces.markStart.values[trace]!, traces.markStart.values[trace + 1]!),
      (mark) => traces.marks[mark]!,
    ).flatMap(({ kind, node }) => (kind === "refused" ? [node] : [])),
  );
  /** By step: whether the session first came there too late. */
  const known = new Map<number, boolean>();
  const come = (node: number, minute: number): boolean => {
    const cameNow = isLate(node, minute);
    if (cameNow) nodes.visits[node]!++;
    if (known.has(node)) return cameNow;
    known.set(node, cameNow);
    if (!cameNow) return cameNow;
    nodes.sessions[node]!++;
    nodes.leads[node]! += isLead;
    nodes.qualified[node]! += isGood;
    refused[node]! += Number(refusedAt.has(node));
    left[node]! += Number(traces.place.values[trace] === node && results[result] === "open");
    return cameNow;
  };
  const taken = new Set<number>();
  let isHereLate = come(traces.start, sessions.begunMinute.values[at]!);
  moves.forEach((move, index) => {
    const { from, to } = traces.links[move]!;
    links.visits[move]! += Number(isHereLate);
    if (!taken.has(move)) links.sessions[move]! += Number(known.get(from)!);
    taken.add(move);
    isHereLate = come(to, minutes[index]!);
  });
}

function movesOf({ moves, moveStart }: Traces, trace: number): number[] {
  return Array.from(moves.values.subarray(moveStart.values[trace]!, moveStart.values[trace + 1]!));
}

/** The minutes in which a session's moves ended, counted back from its last activity. */
function arrivalsOf({ lastMinute, dwellStart, dwells }: Sessions, at: number, moves: number): number[] {
  const [last, start] = [lastMinute.values[at]!, dwellStart.values[at]!];
  const minutes = Array<number>(moves).fill(last);
  if (start === noDwells) return minutes;
  let ms = last * minuteMs;
  for (let move = moves - 1; move >= 0; move--) {
    minutes[move] = Math.floor(ms / minuteMs);
    ms -= dwellTime(dwells.values[start + move]!);
  }
  return minutes;
}
