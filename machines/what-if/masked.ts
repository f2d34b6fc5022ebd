import type { Answers } from "../answers.ts";
import type { CalendarDay } from "../rules/dates.ts";
import { answerCases } from "../simulator/cases.ts";
import type { Move } from "../simulator/moves.ts";
import type { Step } from "../steps/step.ts";

/**
 * Moves without a word that a visitor typed: what an option records stays, and the day of the accident, which rules ask;
 * all else is as in the simulator's plain answer. Of a place only the state stays.
 * @param steps the question that each answer is to, in their order
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
    if (move.kind !== "outcome" || "error" in move.outcome) return move;
    const { outcome } = move;
    if (outcome.call !== "lookUpZip") return move;
    return { kind: "outcome", outcome: { ...outcome, output: { ...outcome.output, city: "", county: "" } } };
  });
}

const days = /^(injury|ticket)_/;

function maskedAnswers(answers: Answers, step: Step | undefined, today: CalendarDay): Answers {
  const plainCase = step && answerCases(step, today).find(({ label }) => label === "plain");
  const plain: Answers = plainCase?.kind === "answer" ? plainCase.answers : {};
  const options = [...(step?.options ?? []), ...(step?.fields ?? []).flatMap((field) => field.options ?? [])];
  const isChosen = (name: string, value: string) =>
    options.some(({ records }) => records[name as keyof Answers] === value);
  return Object.fromEntries(
    Object.entries(answers).flatMap(([name, value]) => {
      if (isChosen(name, value) || days.test(name)) return [[name, value]];
      const sample = plain[name as keyof Answers];
      return sample === undefined ? [] : [[name, sample]];
    }),
  );
}
