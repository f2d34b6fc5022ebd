import { type Arrival, track } from "../../machines/lead/tracking.ts";
import type { SurveyEntry } from "../../machines/registry.ts";
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
  const run = replay(entry.variant.machine, inputFor(entry, visit.arrival), visit.trail);
  const path = questionsOf(run.taken, run.state, (name) => stepNamed(name) !== undefined);
  return { visit, replay: run, path, step: path[Math.min(visit.position, path.length - 1)]! };
}

/** What the chart is told about how the visitor came in. */
export function inputFor(entry: SurveyEntry, arrival: Arrival) {
  return { path: entry.path, tracking: track(arrival, entry.defaults) };
}
