import type { AnswerField, Answers } from "../answers.ts";
import { type CalendarDay, isRealDate } from "../rules/dates.ts";
import { answerCases } from "../simulator/cases.ts";
import type { Move } from "../simulator/moves.ts";
import type { Step } from "../steps/step.ts";
import { maskedOutcome } from "./masked-outcome.ts";

/**
 * Moves without any word that a visitor typed. Values of options stay, as do days of accidents and tickets, which rules
 * depend on; everything else is replaced by the simulator's plain answer. Outcomes are masked by `maskedOutcome`.
 * @param steps the question of each answer, in order
 */
export function masked(
  moves: readonly Move[],
  steps: readonly string[],
  question: (name: string) => Step | undefined,
  today: CalendarDay,
): Move[] {
  let answer = 0;
  return moves.map((move): Move => {
    if (move.kind === "answer")
      return { kind: "answer", answers: maskedAnswers(move.answers, question(steps[answer++]!), today) };
    return move.kind === "outcome" ? { kind: "outcome", outcome: maskedOutcome(move.outcome) } : move;
  });
}

const parts = /^(injury|ticket)_(year|month|day)$/;

/** True for the date of an accident or a ticket, or a part of one. */
function isOfADay(name: string, value: string): boolean {
  if (parts.test(name)) return /^\d{1,4}$/.test(value);
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value) ?? [];
  return name === "ticket_date" && isRealDate({ year: Number(year), month: Number(month), day: Number(day) });
}

/** True for a value that may be shown: one that an option of the question records, or a date that it asks for. */
export function isPlain(name: string, value: string, step: Step | undefined): boolean {
  const options = [...(step?.options ?? []), ...(step?.fields ?? []).flatMap((field) => field.options ?? [])];
  return options.some(({ records }) => records[name as AnswerField] === value) || isOfADay(name, value);
}

function maskedAnswers(answers: Answers, step: Step | undefined, today: CalendarDay): Answers {
  const plainCase = step && answerCases(step, today).find(({ label }) => label === "plain");
  const plain: Answers = plainCase?.kind === "answer" ? plainCase.answers : {};
  return Object.fromEntries(
    Object.entries(answers).flatMap(([name, value]) => {
      if (isPlain(name, value, step)) return [[name, value]];
      const sample = plain[name as AnswerField];
      return sample === undefined ? [] : [[name, sample]];
    }),
  );
}
