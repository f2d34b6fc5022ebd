import { parseAnswer } from "../../machines/fields.ts";
import { stepNamed } from "../../machines/steps/index.ts";
import type { SurveyMachine } from "../../machines/variant.ts";
import { type LogEntry, type SentAs, sameAnswers } from "../../machines/visit/log.ts";
import type { SubmittedAnswer, VisitCommand } from "./posts.ts";

/** By what an answer is known again; undefined where nothing tells one delivery from another. */
export function sentAs({ at, screen }: SubmittedAnswer): SentAs | undefined {
  if (at !== undefined) return { at };
  return screen === undefined ? undefined : { screen };
}

/**
 * How many of these posts a log has already: a browser sends its queue again when the answer to it was lost, and a
 * form is sent twice when it is pressed twice. What is in the queue before an answer that is known is known too.
 * @param machine the visit's chart
 */
export function countRecorded(
  log: readonly LogEntry[],
  machine: SurveyMachine,
  posts: readonly VisitCommand[],
): number {
  return (
    posts.findLastIndex(({ action }) => "answer" in action && isRecorded(log, machine, action.answer)) + 1
  );
}

function isRecorded(log: readonly LogEntry[], machine: SurveyMachine, posted: SubmittedAnswer): boolean {
  const sent = JSON.stringify(sentAs(posted));
  const step = stepNamed(posted.step, machine);
  if (!sent || !step) return false;
  const moves = log.filter(({ kind }) => kind === "answer" || kind === "back");
  // A form that is pressed again after other answers is an old page, and leads on from there.
  const among = posted.at === undefined ? moves.slice(-1) : moves;
  return among.some((entry) => {
    if (entry.kind !== "answer" || JSON.stringify(entry.body.sent) !== sent) return false;
    const { answers, today } = entry.body;
    if (!today || posted.step !== entry.body.step) return false;
    const parsed = parseAnswer(step, posted.fields, today);
    return parsed.ok && sameAnswers(parsed.answers, answers);
  });
}
