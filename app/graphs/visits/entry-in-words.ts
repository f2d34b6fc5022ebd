import { type AnswerField, type Answers, answerFields } from "../../../machines/answers.ts";
import { title, words } from "../../../machines/graph/words.ts";
import { stepNamed } from "../../../machines/steps/index.ts";
import type { SurveyMachine } from "../../../machines/variant.ts";
import type { LogEntry } from "../../../machines/visit/log.ts";
import { isPlain } from "../../../machines/what-if/masked.ts";
import { maskedOutcome } from "../../../machines/what-if/masked-outcome.ts";
import { moveInWords } from "../simulator/in-words.ts";

/** A log entry in words, without typed text; null for facts, which do not change the visit's state. */
export function entryInWords(
  { kind, body }: LogEntry,
  { machine, isFirst }: { machine: SurveyMachine; isFirst: boolean },
): string | null {
  switch (kind) {
    case "entry":
      return isFirst ? "Arrived" : "Came back through another link";
    case "answer":
      return `${titleOf(body.step, machine)}: ${answerInWords(body.step, body.answers, machine)}`;
    case "outcome": {
      const { of, kept, ...outcome } = body;
      if ("error" in outcome) return `${words(outcome.call)}: ${failures[outcome.error.kind] ?? "no answer"}`;
      return moveInWords({ kind: "outcome", outcome: maskedOutcome(outcome) }, "", machine);
    }
    case "back":
      return `Went back from ${titleOf(body.from, machine)}`;
    case "refused":
      return `${titleOf(body.step, machine)}: validation error (${body.fields.map(fieldName).join(", ")})`;
    case "fact":
      return null;
  }
}

const failures = {
  timeout: "timed out",
  unavailable: "unavailable",
  refused: "refused the call",
  garbage: "invalid answer",
};

/** Old logs may have names that no longer exist; only current names are shown. */
function titleOf(step: string, machine: SurveyMachine): string {
  return stepNamed(step, machine) ? title(step) : "A question that no longer exists";
}

function fieldName(name: string): string {
  const isKnown = name === "option" || (answerFields as readonly string[]).includes(name);
  return isKnown ? name : "a field that no longer exists";
}

function answerInWords(step: string, answers: Answers, machine: SurveyMachine): string {
  const question = stepNamed(step, machine);
  const names = (Object.keys(answers) as AnswerField[]).filter((name) => answers[name]);
  const typed = names.filter((name) => !isPlain(name, answers[name]!, question));
  const rest = names.filter((name) => !typed.includes(name)).map((name) => [name, answers[name]] as const);
  const shown =
    rest.length > 0 || typed.length === 0
      ? [moveInWords({ kind: "answer", answers: Object.fromEntries(rest) }, step, machine)]
      : [];
  const hidden = typed.filter((name) => (answerFields as readonly string[]).includes(name));
  return [
    ...shown,
    ...(typed.length > 0 ? [`typed, not shown (${hidden.join(", ") || "unknown"})`] : []),
  ].join("; ");
}
