import type { CalendarDay } from "../../../machines/rules/dates.ts";
import { type Case, casesAt, moveOf } from "../../../machines/simulator/cases.ts";
import type { Move } from "../../../machines/simulator/moves.ts";
import type { Moment } from "../../../machines/simulator/simulate.ts";
import type { SurveyMachine } from "../../../machines/variant.ts";
import { topState } from "../../../machines/visit/replay.ts";
import { askedInWords, moveInWords } from "./in-words.ts";

/** An event that can happen next, and its result. */
export type CaseChoice = {
  words: string;
  /** What makes it an edge case, unless its words already say so. */
  note: string;
  /** Ordinary choices come first; the others are edge cases. */
  isPlain: boolean;
  /** Id of the state it leads to. */
  place: string;
  /** The guards that decided it, in words. */
  asked: string[];
  href: string;
};

type Where = { machine: SurveyMachine; today: CalendarDay; preview(move: Move): Moment | undefined };

/** All events that are possible at a moment of a simulation, without links. */
export function choicesAt({ snapshot }: Moment, { machine, today, preview }: Where) {
  const cases = casesAt(snapshot, machine, today);
  return cases.flatMap((tried) => {
    const move = moveOf(tried);
    const next = preview(move);
    if (!next) return [];
    const words = moveInWords(move, topState(snapshot), machine);
    const choice: Omit<CaseChoice, "href"> = {
      words: move.kind === "outcome" ? tried.label : words,
      note: move.kind === "answer" && !isOption(tried) && tried.label !== "plain" ? tried.label : "",
      isPlain: move.kind !== "answer" || isOption(tried) || tried.label === "plain",
      place: next.leaf,
      asked: askedInWords(next.asked),
    };
    return [{ ...choice, move }];
  });
}

function isOption(tried: Case): boolean {
  return tried.kind === "answer" && ("option" in tried.post || Object.keys(tried.post).length === 0);
}
