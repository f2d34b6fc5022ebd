import { words } from "../../machines/graph/words.ts";
import { labelOf, type Move } from "../../machines/model/moves.ts";
import { stepNamed } from "../../machines/steps/index.ts";
import type { SurveyMachine } from "../../machines/variant.ts";
import { sameAnswers } from "../../machines/visit/log.ts";
import { wordsOfStep } from "../../services/words/index.ts";

/** A move in words: `At fault: No`, `check email: good`. @param step the one that was answered */
export function moveInWords(move: Move, step: string, machine: SurveyMachine): string {
  switch (move.kind) {
    case "answer":
      return answerInWords(move.answers, step, machine);
    case "outcome": {
      const { call } = move.outcome;
      return `${words(call)}: ${labelOf(move.outcome) ?? "custom result"}`;
    }
    case "page":
      return words(move.event.type.toLowerCase());
    case "again":
      return "pressed again";
  }
}

function answerInWords(answers: Record<string, string>, name: string, machine: SurveyMachine): string {
  const step = stepNamed(name, machine);
  const option = step?.options?.find(({ records }) => sameAnswers(records, answers));
  if (option) return wordsOfStep(step!).options![option.value]!;
  return Object.values(answers).filter(Boolean).join(", ") || "Continue";
}
