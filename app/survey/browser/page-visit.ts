import type { SurveyMachine } from "../../../machines/variant.ts";
import { decide } from "../../../machines/visit/decide.ts";
import { sameAnswers } from "../../../machines/visit/log.ts";
import { stepsOf } from "../../../machines/visit/replay.ts";
import { readVisit, type VisitState } from "../../../machines/visit/visit-state.ts";
import type { SurveyPageData } from "../screen/page-data.ts";

/**
 * The visit as its page has it. A visit that was left while it waited for a service must not ask it again by being
 * looked at: its last answer is left out, and the visitor presses the button once more.
 */
export function visitOfPage(
  { log, steps, input, screen }: SurveyPageData,
  machine: SurveyMachine,
): VisitState {
  const survey = {
    machine,
    steps: stepsOf(machine),
    question: (name: string) => (Object.hasOwn(steps, name) ? steps[name] : undefined),
    inputOf: () => input,
  };
  const opened = readVisit(survey, log);
  const lastAnswer = log.findLastIndex(({ kind }) => kind === "answer");
  const state = opened.replay.call ? readVisit(survey, log.slice(0, lastAnswer)) : opened;
  // Refused before the scripts came.
  const isRefused = Object.keys(screen.errors).length > 0;
  return isRefused ? decide(state, { kind: "page", at: 0, event: { type: "REFUSED" } }).state : state;
}

/** True when the server's page already counts this option as the step's answer. */
export function isAnswered({ log, steps }: SurveyPageData, name: string, option: string): boolean {
  const records = steps[name]?.options.find(({ value }) => value === option)?.records;
  return log.some(
    ({ kind, body }) =>
      kind === "answer" && body.step === name && records && sameAnswers(records, body.answers),
  );
}
