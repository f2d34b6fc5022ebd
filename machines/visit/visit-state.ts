import type { Step } from "../steps/step.ts";
import type { SurveyInput } from "../survey.ts";
import type { SurveyMachine } from "../variant.ts";
import { type Answered, type LogEntry, readLog, type Visit, withEntry } from "./log.ts";
import { isSame, questionsOf, type Replay, replay, type Steps } from "./replay.ts";

/** A question as far as its form's own rules need it. */
export type Question = Pick<Step, "kind" | "options" | "fields">;

/** The survey that a visit is in. The server knows all of it; a page is handed what its one visit needs. */
export type Survey = {
  machine: SurveyMachine;
  /** How the chart is stepped; those who observe it have steps that report what they do. */
  steps: Steps;
  /** A screen of this survey by its name; undefined for a state that shows none. */
  question: (name: string) => Question | undefined;
  /** The chart's input about how the visitor came in. */
  inputOf: (visit: Pick<Visit, "arrival" | "startedAt">) => SurveyInput;
};

export type VisitState = {
  survey: Survey;
  log: readonly LogEntry[];
  visit: Visit;
  /** The chart's input about how the visitor came in. */
  input: SurveyInput;
  replay: Replay;
  /** The questions the visitor may look at: those answered and the newest one. */
  path: string[];
  /** The default step. */
  step: string;
  /** The screen on which the survey ends, where it does and has one; else the thank-you page is its end. */
  ending: string | null;
};

/**
 * Reads a log and replays its answers; a visit that has not begun is at its first question.
 * @param known the same survey after a shorter log, which saves replaying what they share
 */
export function readVisit(survey: Survey, log: readonly LogEntry[], known?: VisitState): VisitState {
  return replayed(survey, log, readLog(log), known);
}

/** A visit after more of its log; what is known of the rest is not read again. */
export function withEntries(state: VisitState, entries: readonly LogEntry[]): VisitState {
  const { survey, log } = state;
  if (log.length === 0) return readVisit(survey, entries, state);
  return replayed(survey, [...log, ...entries], entries.reduce(withEntry, state.visit), state);
}

function replayed(survey: Survey, log: readonly LogEntry[], visit: Visit, known?: VisitState): VisitState {
  const isSameArrival = known?.visit.arrival === visit.arrival && known.visit.startedAt === visit.startedAt;
  const input = isSameArrival ? known.input : survey.inputOf(visit);
  const before = isSame(known?.input, input) ? known?.replay : undefined;
  const run = replay(survey.steps, input, visit.trail, before);
  return withReplay({ survey, log, visit, input }, run);
}

/** A visit whose chart has reached this replay's place. */
export function withReplay(
  { survey, log, visit, input }: Pick<VisitState, "survey" | "log" | "visit" | "input">,
  run: Replay,
): VisitState {
  const isScreen = (name: string) => survey.question(name) !== undefined;
  const path = questionsOf(run.taken, run.state, isScreen);
  const isOver = isPosted(run.taken) || run.snapshot.status === "done";
  return {
    survey,
    log,
    visit,
    input,
    replay: run,
    path,
    step: path[Math.min(visit.position, path.length - 1)]!,
    ending: isOver && isScreen(run.state) ? run.state : null,
  };
}

/** Where the visitor goes once the lead is stored; undefined until then. */
export function postedTo({ replay: { taken } }: Pick<VisitState, "replay">): string | undefined {
  const outcome = taken.at(-1)?.outcomes.find(({ call }) => call === "postLead");
  return outcome?.call === "postLead" && "output" in outcome ? outcome.output.location : undefined;
}

/** True once there is nothing left to ask: the survey shows its last screen, or the visitor has left it. */
export function isOver({ ending, replay }: Pick<VisitState, "ending" | "replay">): boolean {
  return ending !== null || replay.snapshot.status === "done";
}

/** True once the log says that the lead's post is settled. */
function isPosted(taken: readonly Answered[]): boolean {
  return taken.at(-1)?.outcomes.some(({ call }) => call === "postLead") ?? false;
}
