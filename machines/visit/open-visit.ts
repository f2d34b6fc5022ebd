import type { SurveyEntry } from "../registry.ts";
import { stepNamed } from "../steps/index.ts";
import { type ChartSettings, inputFor } from "./input.ts";
import type { LogEntry } from "./log.ts";
import { readVisit, type VisitState } from "./visit-state.ts";

/**
 * Opens a visit from its log: reads it and replays its answers through the chart.
 * @param log empty for a visit that has not begun, which is at its first question
 * @param known the same survey after a shorter log, which saves replaying what they share
 */
export function openVisit(
  entry: SurveyEntry,
  settings: ChartSettings,
  log: readonly LogEntry[],
  known?: VisitState,
): VisitState {
  const { machine } = entry.variant;
  const survey = {
    machine,
    question: (name: string) => stepNamed(name, machine),
    inputOf: (visit: Parameters<typeof inputFor>[1]) => inputFor(entry, visit, settings),
  };
  return readVisit(survey, log, known);
}
