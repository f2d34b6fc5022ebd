import { results } from "../types.ts";
import type { Conditions } from "./conditions.ts";
import type { SessionIndex } from "./session-index.ts";
import { allStays, noStays, type Sessions } from "./sessions.ts";
import type { Since } from "./views.ts";

/** So many results there are: a count by something and result is at `something * width + result`. */
export const width = results.length;
export const qualified = results.indexOf("qualified");
export const disqualified = results.indexOf("disqualified");

export const open = results.indexOf("open");
export const underWay = results.indexOf("underWay");

/** An open session is under way until it has settled. */
export function resultNow(
  result: number,
  lastMinute: number,
  { settledMinute }: Pick<Conditions, "settledMinute">,
): number {
  return result === open && lastMinute > settledMinute ? underWay : result;
}

/** What one pass over the sessions of a variant counts. */
export type Counts = {
  sessions: number;
  bySource: Uint32Array;
  byTrace: Uint32Array;
  byReason: Uint32Array;
  /** How often people stayed at a node for how long, by the numbers of `Sessions.stays`. */
  stays: Uint32Array;
  /** Of the sessions those that began before views were counted, and the last day of any. */
  unseen: { sessions: number; lastDay: number };
  /** Of all sessions of the data, whatever the filters. */
  all: { bySource: Uint32Array; byReason: Uint32Array; firstDay: number; lastDay: number };
};

/** Counts the sessions that pass the conditions. The one loop over all of them: nothing is made in it. */
export function count(
  { sources, traces }: SessionIndex,
  sessions: Sessions | undefined,
  conditions: Conditions,
  since: Since,
): Counts {
  const bySource = new Uint32Array(sources.count * width);
  const byTrace = new Uint32Array(traces.count * width);
  const byReason = new Uint32Array(256 * width);
  const stays = new Uint32Array(allStays);
  const all = {
    bySource: new Uint32Array(sources.count),
    byReason: new Uint32Array(256),
    firstDay: Number.POSITIVE_INFINITY,
    lastDay: -1,
  };
  const unseen = { sessions: 0, lastDay: -1 };
  const counts: Counts = { sessions: 0, bySource, byTrace, byReason, stays, unseen, all };
  if (!sessions) return counts;

  const source = sessions.source.values;
  const trace = sessions.trace.values;
  const day = sessions.day.values;
  const hour = sessions.hour.values;
  const simulated = sources.simulated.values;
  const result = sessions.result.values;
  const reason = sessions.dqReason.values;
  const lastMinute = sessions.lastMinute.values;
  const stayStart = sessions.stayStart.values;
  const stay = sessions.stays.values;
  const moveStart = traces.moveStart.values;
  const passingTrace = conditions.trace;
  for (let at = 0; at < sessions.count; at++) {
    const s = source[at]!;
    const passing = conditions.source[s]!;
    if (passing === 0) continue;
    const d = day[at]!;
    const r = resultNow(result[at]!, lastMinute[at]!, conditions);
    const q = reason[at]!;
    all.bySource[s]!++;
    all.byReason[q]!++;
    if (d < all.firstDay) all.firstDay = d;
    if (d > all.lastDay) all.lastDay = d;
    if (passing === 1 || d < conditions.firstDay || d > conditions.lastDay) continue;
    if (conditions.result[r] === 0 || conditions.dqReason[q] === 0) continue;
    const t = trace[at]!;
    if (passingTrace !== null && passingTrace[t] === 0) continue;
    counts.sessions++;
    if (hour[at]! < since[simulated[s]!]!) {
      unseen.sessions++;
      if (d > unseen.lastDay) unseen.lastDay = d;
    }
    bySource[s * width + r]!++;
    byTrace[t * width + r]!++;
    byReason[q * width + r]!++;
    const from = stayStart[at]!;
    if (from === noStays) continue;
    const end = from + moveStart[t + 1]! - moveStart[t]!;
    for (let move = from; move < end; move++) stays[stay[move]!]!++;
  }
  return counts;
}
