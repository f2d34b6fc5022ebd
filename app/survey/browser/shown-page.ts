import type { AnswerErrors } from "../../../machines/fields/parse-answer.ts";
import type { Answers } from "../../../machines/rules/answers.ts";
import { isUnsent } from "../../../machines/visit/decide.ts";
import { sessionState } from "../../../machines/visit/session.ts";
import { postedTo, type VisitState } from "../../../machines/visit/visit-state.ts";
import type { ScreenState, SurveyPageData } from "../screen/page-data.ts";
import { soFar } from "../screen/so-far.ts";

export type Shown = {
  state: VisitState;
  step: string;
  /** The question to come back to from it. */
  until?: string;
  /** Typed and not sent. */
  typed?: Answers;
  /** The screen is still the server's own. */
  isFirst: boolean;
  /** The errors, with what was typed. */
  refused?: { errors: AnswerErrors; values: Answers };
  /** Posts to the server fail. */
  trouble: boolean;
  /** Values that the server had to fill in after the page was rendered. */
  later?: Record<string, Answers>;
  query: Record<string, string>;
  /** Identifies the visit; undefined before its first answer is saved. */
  visit: SurveyPageData["visit"];
};

/** The current page: what the server would render here. */
export function shownPage(data: SurveyPageData, shown: Shown): SurveyPageData {
  const { state, step, until, typed, isFirst, refused, trouble, later, query, visit: known } = shown;
  const token = known?.token;
  const { steps } = data;
  const entry = { ...data.entry, query };
  const page = {
    ...data,
    entry,
    hidden: { ...(token !== undefined && { visit: token }), step, ...(until && { until }) },
  };
  if (isFirst) return page;
  const { path, replay, survey, visit } = state;
  const { context } = replay.snapshot;
  const busy = replay.call !== null;
  const leaves = isLeaving(state);
  // The answers are on their way until the page is left.
  const isSent = leaves && steps[step]!.consent !== undefined;
  const isWaiting = isSent || (busy && !trouble);
  const waitsIn = isSent ? "submitting" : isWaiting || leaves ? replay.state : undefined;
  const session = sessionState({
    machine: survey.machine,
    way: data.way,
    context,
    steps: path,
    currentStep: step,
    waitsIn,
    labelOf: (name) => steps[name]!.heading,
    sessionId: known?.id ?? "",
    isExternalHost: data.session.isExternalHost,
  });
  const answersTo = (name: string) => visit.drafts[name] ?? data.drafts[name] ?? later?.[name];
  const screen: ScreenState = {
    waiting: !isWaiting ? null : waitsIn === "submitting" ? "sending" : "checking",
    canGoBack: path.indexOf(step) > 0 && postedTo(state) === undefined,
    values: refused?.values ?? { ...answersTo(step), ...typed },
    errors: refused?.errors ?? (replay.state === step ? context.errors : {}),
    buyers: context.checks.buyers?.selected,
    notice: isUnsent(state) || (busy && trouble) ? "saveFailed" : null,
    ...soFar(steps, path, step, context.checks.place, answersTo),
  };
  return { ...page, session, screen };
}

/** True once the chart is at its end and has no screen for it. */
export function isLeaving({ replay, survey }: VisitState): boolean {
  return replay.snapshot.status === "done" && survey.question(replay.state) === undefined;
}
