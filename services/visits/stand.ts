import { type Arrival, track } from "../../machines/lead/tracking.ts";
import type { SurveyEntry } from "../../machines/registry.ts";
import { today } from "../../machines/rules/dates.ts";
import { pageFlags } from "../../machines/rules/page-flags.ts";
import { stepNamed } from "../../machines/steps/index.ts";
import { type LogEntry, readLog, type Visit } from "../../machines/visit/log.ts";
import { questionsOf, type Replay, replay } from "../../machines/visit/replay.ts";

/** Where a visit stands: its log read, its chart replayed. */
export type Stand = {
  visit: Visit;
  replay: Replay;
  /** The questions the visitor may look at: those answered and the newest one. */
  path: string[];
  /** The one shown when none is asked for. */
  step: string;
};

/** Reads and replays a log; a visit that has not begun stands at its first question. */
export function standing(entry: SurveyEntry, log: readonly LogEntry[]): Stand {
  const visit = readLog(log);
  const input = inputFor(entry, visit.arrival, visit.startedAt);
  const run = replay(entry.variant.machine, input, visit.trail);
  const path = questionsOf(run.taken, run.state, (name) => stepNamed(name, entry.variant.code) !== undefined);
  return { visit, replay: run, path, step: path[Math.min(visit.position, path.length - 1)]! };
}

/** What the chart is told about how the visitor came in. */
export function inputFor(entry: SurveyEntry, arrival: Arrival, startedAt: number) {
  return {
    path: entry.path,
    tracking: track(arrival, entry.defaults),
    flags: pageFlags(arrival.query.flags, entry.defaults.flags),
    // Until an answer brings the visitor's own day; a replay must not depend on when it is made.
    today: today(startedAt, "UTC", "UTC"),
  };
}
