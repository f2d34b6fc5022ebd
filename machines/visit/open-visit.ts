import type { SurveyEntry } from "../registry.ts";
import { stepNamed } from "../steps/index.ts";
import type { SurveyMachine } from "../variant.ts";
import { type ChartSettings, inputFor } from "./input.ts";
import type { LogEntry } from "./log.ts";
import { type Steps, stepsOf } from "./replay.ts";
import { readVisit, type Survey, type VisitState } from "./visit-state.ts";

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
  return readVisit(surveyAt(entry, settings), log, known);
}

const known = new WeakMap<SurveyMachine, Steps>();

/** The survey at a path, all of it. */
export function surveyAt(entry: SurveyEntry, settings: ChartSettings): Survey {
  const { machine } = entry.variant;
  const steps = known.get(machine) ?? stepsOf(machine);
  known.set(machine, steps);
  return {
    machine,
    steps,
    question: (name) => stepNamed(name, machine),
    inputOf: (visit) => inputFor(entry, visit, settings),
  };
}
