import type { SurveyContext } from "./context.ts";
import { disqualification } from "./lead/disqualification.ts";
import { progressAt } from "./progress.ts";
import { accidentAge, formatIso } from "./rules/dates.ts";
import type { ShortestWay } from "./shortest-way.ts";
import { type ProgressTracker, progressTracker } from "./tracker.ts";
import type { SurveyMachine } from "./variant.ts";

/** Session state (spec 3.3): where a visit is, for the screens that show it. */
export type SessionState = {
  /** The questions on the visitor's way, the newest last. */
  steps: readonly string[];
  /** The one on screen. */
  currentStep: string;
  /** 0 to 100. */
  currentProgress: number;
  tracker: ProgressTracker;
  /** As far as the answers tell by now. */
  isDisqualified: boolean;
  /** '' for who is not disqualified. */
  dqReason: string;
  /** YYYY-MM-DD; '' where no date was given. */
  injuryDate: string;
  /** The visit's own id; it opens nothing. */
  sessionId: string;
  inDuiFlow: boolean;
  /** The page was asked for under another host than the site's own. */
  isExternalHost: boolean;
  showOverlay: boolean;
  disableScroll: boolean;
};

/** What a session's state is made from. */
export type Session = Pick<SessionState, "steps" | "currentStep" | "sessionId" | "isExternalHost"> & {
  machine: SurveyMachine;
  /** For visitors who came in like this one. */
  way: ShortestWay;
  context: SurveyContext;
  /** The chart's own state while it waits for a service; its meta then says what the screen shows. */
  waitsIn?: string;
  /** What a question is called. */
  labelOf: (name: string) => string;
};

/** The state of a session as the chart tells it. */
export function sessionState({ machine, way, context, waitsIn, labelOf, ...given }: Session): SessionState {
  const { steps, currentStep } = given;
  const { answers, today, flags, inDuiFlow, completed } = context;
  const meta = machine.root.states[waitsIn ?? currentStep]?.meta;
  const path = steps.slice(0, steps.indexOf(currentStep) + 1);
  const { dq_reason } = disqualification(context, today);
  const date = accidentAge(answers, today)?.date;
  return {
    ...given,
    currentProgress: meta?.progress ?? progressAt(machine, way, path).value,
    tracker: progressTracker(way, steps, currentStep, completed, labelOf),
    isDisqualified: dq_reason !== "",
    dqReason: dq_reason,
    injuryDate: date ? formatIso(date) : "",
    inDuiFlow,
    showOverlay: meta?.overlay ?? false,
    disableScroll: flags?.disableScroll ?? false,
  };
}
