import { type AnswerField, type Answers, answerFields } from "../answers.ts";
import type { CallId, Outcome } from "../calls.ts";
import type { SurveyEvent } from "../survey.ts";
import { everyCall, labelOf, outcomeNamed } from "./outcome-cases.ts";

/** One thing that happens in a simulation, and the short text by which an address tells it. */
export type Move =
  | { kind: "answer"; answers: Answers }
  | { kind: "outcome"; outcome: Outcome }
  /** Something that happens on the page beside the question, such as TOGGLE_PLAY; it records nothing. */
  | { kind: "page"; event: SurveyEvent }
  /** The same button once more, where the chart waits for that. */
  | { kind: "again" };

const [again, nothing] = ["again", "continue"];

/**
 * A move as text: `at_Fault=no`, `checkEmail:good`, `checkEmail:{"valid":true,…}`, `TOGGLE_PLAY`, `again`, and
 * `continue` for an answer that records nothing.
 */
export function writeMove(move: Move): string {
  switch (move.kind) {
    case "answer":
      return new URLSearchParams(move.answers as Record<string, string>).toString() || nothing;
    case "outcome": {
      const { outcome } = move;
      const said = "error" in outcome ? outcome.error.kind : JSON.stringify(outcome.output);
      return `${outcome.call}:${labelOf(outcome) ?? said}`;
    }
    case "page":
      return move.event.type;
    case "again":
      return again;
  }
}

/** Reads a move that people may have written; undefined for what is none. */
export function readMove(text: string): Move | undefined {
  if (text === again) return { kind: "again" };
  if (text === nothing) return { kind: "answer", answers: {} };
  if (/^[A-Z_]{1,40}$/.test(text)) return { kind: "page", event: { type: text } as SurveyEvent };
  const [, call, said = ""] = /^(\w+):(.*)$/s.exec(text) ?? [];
  if (everyCall.includes(call as CallId)) {
    const outcome = outcomeNamed(call as CallId, said) ?? outcomeWritten(call as CallId, said);
    return outcome && { kind: "outcome", outcome };
  }
  const fields = [...new URLSearchParams(text)];
  const areKnown = fields.every(([name]) => answerFields.includes(name as AnswerField));
  return areKnown && fields.length > 0 ? { kind: "answer", answers: Object.fromEntries(fields) } : undefined;
}

function outcomeWritten(call: CallId, said: string): Outcome | undefined {
  try {
    return { call, output: JSON.parse(said) } as Outcome;
  } catch {
    return undefined;
  }
}
