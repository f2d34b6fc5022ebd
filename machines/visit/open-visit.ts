import { type Arrival, isNewSource, track } from "../context/tracking.ts";
import { utcDay } from "../rules/dates.ts";
import { type PageFlags, pageFlags, readFlags } from "../rules/page-flags.ts";
import { stepNamed } from "../steps/index.ts";
import type { SurveyInput, SurveySettings } from "../survey.ts";
import type { SurveyEntry, SurveyMachine } from "../variant.ts";
import type { LogEntry, Visit } from "./log.ts";
import { type Steps, stepsOf } from "./replay.ts";
import { readVisit, type Survey, type VisitState } from "./visit-state.ts";

/** A deployment's settings for charts: the lists of states that they ask about, and the page flags of paths. */
export type ChartSettings = Partial<SurveySettings> & { pageFlags?: Record<string, Partial<PageFlags>> };

/** A chart's input about how a visitor came in, by the visit's newest arrival. */
export function inputFor(
  entry: SurveyEntry,
  { arrival, startedAt }: Pick<Visit, "arrival" | "startedAt">,
  settings: ChartSettings = {},
): SurveyInput {
  const { dateOfBirthStates = [], noDefaultBuyersStates = [] } = settings;
  return {
    path: entry.path,
    tracking: track(arrival, entry.defaults),
    flags: flagsOf(entry, arrival, settings),
    region: arrival.region,
    ...(Object.keys(entry.variant.limits).length > 0 && { limits: entry.variant.limits }),
    settings: { dateOfBirthStates, noDefaultBuyersStates },
    // Used until an answer brings the visitor's own day; a replay must not depend on when it is made.
    today: utcDay(startedAt),
  };
}

/** The page flags of a visit: those of its address override those of its experiment's arm, which override the path's. */
export function flagsOf(
  { path }: Pick<SurveyEntry, "path">,
  { query, arm }: Pick<Arrival, "query" | "arm">,
  settings: ChartSettings,
): PageFlags {
  const ofPath = settings.pageFlags?.[path];
  return pageFlags(query.flags, arm ? { ...ofPath, ...readFlags(arm.flags).flags } : ofPath);
}

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

/** The whole survey at a path. */
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

/**
 * The new arrival of a visitor who returns to a visit from elsewhere, such as another advertisement; region, device and
 * arm stay those of the visit. Undefined where the source is the recorded one. Only the server can decide this: a page
 * does not know its visit's source.
 */
export function newArrival({ arrival }: Pick<Visit, "arrival">, now: Arrival): Arrival | undefined {
  const { region, device, arm } = arrival;
  return isNewSource(now, arrival) ? { ...now, region, device, arm } : undefined;
}
