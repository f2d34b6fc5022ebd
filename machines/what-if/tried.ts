import type { Answers } from "../answers.ts";
import { type CalendarDay, formatIso } from "../rules/dates.ts";
import { answerCases } from "../simulator/cases.ts";
import type { Move } from "../simulator/moves.ts";
import type { Step } from "../steps/step.ts";
import type { SurveyEvent } from "../survey.ts";
import type { Own } from "./walks.ts";

/** The answers that a visit may give to a question to which its recording has no answer. */
export type Tried = {
  /** How many there are, as text. */
  count: Own<string>;
  move(index: number): Own<Move>;
  event(index: number): Own<SurveyEvent>;
};

/** @param position index of the position where the question is asked: answers with dates depend on its date */
export function triedAt(question: Step, position: number): Tried {
  const answersAt = (index: number, day: CalendarDay) => answersTo(question, day)[index]!;
  return {
    count: (_, positions) => String(answersTo(question, positions[position]!.context.today).length),
    move: (index) => (_, positions) => ({
      kind: "answer",
      answers: answersAt(index, positions[position]!.context.today),
    }),
    event: (index) => (_, positions) => {
      const { today } = positions[position]!.context;
      return { type: "ANSWER", answers: answersAt(index, today), today };
    },
  };
}

/** Only the latest date is remembered, because visits are read in order of their dates. */
const newest = new WeakMap<Step, { day: string; answers: Answers[] }>();

function answersTo(question: Step, today: CalendarDay): Answers[] {
  const day = formatIso(today);
  const known = newest.get(question);
  if (known?.day === day) return known.answers;
  const answers = answerCases(question, today).flatMap((each) =>
    each.kind === "answer" ? [each.answers] : [],
  );
  newest.set(question, { day, answers });
  return answers;
}
