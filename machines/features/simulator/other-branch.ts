import { leafOf } from "../../graph/leaves.ts";
import { casesAt, moveOf } from "../../model/cases.ts";
import type { Move } from "../../model/moves.ts";
import { attempt, begin, type Moment } from "../../model/simulate.ts";
import type { CalendarDay } from "../../rules/dates.ts";
import type { SurveyInput } from "../../survey.ts";
import type { SurveyMachine } from "../../variant.ts";
import { topState } from "../../visit/replay.ts";
import type { VisitState } from "../../visit/visit-state.ts";

/** An answer or outcome that, if it were different, would have led elsewhere. */
export type Turn = {
  /** The question or service, and the alternative there. */
  step: string;
  was: Move;
  instead: Move;
  /** The moves with the alternative, as far as the chart then takes them. */
  moves: Move[];
  /** Where they lead. */
  leaf: string;
};

/**
 * What would have to change for the chart to be elsewhere: the guards that the last move evaluated show what they read.
 * Each move that supplied one of these values is tried with every other case, and the later moves are kept as far as
 * they are taken.
 */
export function turnsAt(
  machine: SurveyMachine,
  input: SurveyInput,
  moments: readonly Moment[],
  today: CalendarDay,
): Turn[] {
  const here = moments.at(-1)!;
  const moves = moments.flatMap(({ move }) => move ?? []);
  const read = new Set(here.asked.flatMap((guard) => guard.read.map(({ path }) => path)));
  const visits = [begin(machine, input).begun];
  for (const move of moves) visits.push(attempt(visits.at(-1)!, move)!);
  return moves.flatMap((was, index) => {
    if (!gives(was, read, index === moves.length - 1)) return [];
    const { snapshot } = moments[index]!;
    const cases = casesAt(snapshot, machine, today).filter(({ kind }) => kind === was.kind);
    return cases.map(moveOf).flatMap((instead) => {
      const kept: Move[] = [];
      let visit: VisitState | undefined = visits[index]!;
      let leaf = here.leaf;
      for (const move of [instead, ...moves.slice(index + 1)]) {
        visit = attempt(visit, move);
        if (!visit) break;
        kept.push(move);
        leaf = leafOf(visit.replay.snapshot);
      }
      if (kept.length === 0 || leaf === here.leaf) return [];
      return [{ step: topState(snapshot), was, instead, moves: [...moves.slice(0, index), ...kept], leaf }];
    });
  });
}

/** True for a move whose answers, or whose outcome, were read. */
function gives(move: Move, read: ReadonlySet<string>, isLast: boolean): boolean {
  if (move.kind === "answer") return Object.keys(move.answers).some((field) => read.has(`answers.${field}`));
  return isLast && move.kind === "outcome" && [...read].some((path) => path.startsWith("event."));
}
