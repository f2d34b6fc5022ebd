import { isDeepStrictEqual } from "node:util";
import type { SurveyEntry } from "../../machines/registry.ts";
import { stepNamed } from "../../machines/steps/index.ts";
import type { SurveyInput } from "../../machines/survey.ts";
import { type ChartSettings, inputFor } from "../../machines/visit/input.ts";
import { type Answered, type LogEntry, readLog, type Visit } from "../../machines/visit/log.ts";
import { questionsOf, type Replay, replay } from "../../machines/visit/replay.ts";
import { span } from "../tracing/spans.ts";

/** Where a visit stands: its log read, its chart replayed. */
export type Stand = {
  visit: Visit;
  /** How many entries that log has. */
  entries: number;
  /** What the chart was told about how the visitor came in. */
  input: SurveyInput;
  replay: Replay;
  /** The questions the visitor may look at: those answered and the newest one. */
  path: string[];
  /** The one shown when none is asked for. */
  step: string;
  /** The screen on which the survey ends, where it does and has one; else the thank-you page is its end. */
  ending: string | null;
};

/**
 * Reads and replays a log; a visit that has not begun stands at its first question.
 * @param known how a shorter log of this survey stood, which saves replaying what they share
 */
export function standing(
  entry: SurveyEntry,
  log: readonly LogEntry[],
  settings: ChartSettings = {},
  known?: Stand,
): Stand {
  const { code, machine } = entry.variant;
  const visit = readLog(log);
  const input = inputFor(entry, visit, settings);
  const about = { "claimpath.variant": code, "claimpath.entries": log.length };
  const goneOn = isDeepStrictEqual(known?.input, input) ? known?.replay : undefined;
  const run = span("replay", about, () => replay(machine, input, visit.trail, goneOn));
  const isScreen = (name: string) => stepNamed(name, code) !== undefined;
  const path = questionsOf(run.taken, run.state, isScreen);
  const isEnding = afterPost(run.taken) || run.snapshot.status === "done";
  return {
    visit,
    entries: log.length,
    input,
    replay: run,
    path,
    step: path[Math.min(visit.position, path.length - 1)]!,
    ending: isEnding && isScreen(run.state) ? run.state : null,
  };
}

/** True once the lead was stored. */
function afterPost(taken: readonly Answered[]): boolean {
  return taken.at(-1)?.outcomes.some(({ call }) => call === "postLead") ?? false;
}
