import type { CalendarDay } from "../rules/dates.ts";
import type { VisitState } from "../visit/visit-state.ts";
import { casesAt, moveOf } from "./cases.ts";
import type { Move } from "./moves.ts";
import { valueAt } from "./observed.ts";
import { attempt } from "./simulate.ts";

/** A move of a visit, and the question or place that it was made at. */
export type Made = { step: string; move: Move };

/** A visit and its moves: before the first of them, and after each. */
export type Walk = { visits: readonly VisitState[]; made: readonly Made[] };

/** An answer or outcome that, if it were different, would have led to another result. */
export type Turn<Result extends string> = Made & {
  /** Its place among the moves. */
  index: number;
  instead: Move;
  /** All moves with it, as far as the chart then takes them. */
  walk: Walk;
  result: Result;
};

/**
 * Goes through moves as far as the chart takes them: an answer to a question that is not asked there is left out, as are
 * outcomes of services that are not asked.
 */
export function walked(begun: VisitState, moves: readonly Made[]): Walk {
  const visits = [begun];
  const made: Made[] = [];
  for (const each of moves) {
    const from = visits.at(-1)!;
    const isOutcome = each.move.kind === "outcome";
    const next = isOutcome || from.replay.state === each.step ? attempt(from, each.move) : undefined;
    if (!next) continue;
    visits.push(next);
    made.push(each);
  }
  return { visits, made };
}

/**
 * What would have to change for a visit to come to another result. What the result was read from shows which moves gave it;
 * each of them is tried with every other case, and the moves after it are made again.
 * @param read paths in the context, and in the event of the last move
 * @param resultOf undefined where a visit has come to none
 */
export function turnsOf<Result extends string>(
  { visits, made }: Walk,
  read: ReadonlySet<string>,
  today: CalendarDay,
  resultOf: (visit: VisitState) => Result | undefined,
): Turn<Result>[] {
  const here = resultOf(visits.at(-1)!);
  return made.flatMap(({ step, move }, index) => {
    const [before, after] = [visits[index]!, visits[index + 1]!];
    if (!gives(move, read, [before, after], index === made.length - 1)) return [];
    return otherMoves(before, move, today).flatMap((other) => {
      const instead = other.kind === "answer" && move.kind === "answer" ? { ...move, ...other } : other;
      const rest = walked(before, [{ step, move: instead }, ...made.slice(index + 1)]);
      const result = rest.made[0]?.move === instead ? resultOf(rest.visits.at(-1)!) : undefined;
      if (result === undefined || result === here) return [];
      const walk = {
        visits: [...visits.slice(0, index), ...rest.visits],
        made: [...made.slice(0, index), ...rest.made],
      };
      return [{ step, move, index, instead, walk, result }];
    });
  });
}

/** Every move of that kind to try where a visit is; another answer differs in one field of its form. */
export function otherMoves({ replay, survey }: VisitState, move: Move, today: CalendarDay): Move[] {
  const given = move.kind === "answer" ? move.answers : undefined;
  const cases = casesAt(replay.snapshot, survey.machine, today, { given });
  return cases.filter(({ kind }) => kind === move.kind).map(moveOf);
}

/** True for a move by which a value that was read is what it is. */
function gives(
  move: Move,
  read: ReadonlySet<string>,
  [before, after]: readonly [VisitState, VisitState],
  isLast: boolean,
): boolean {
  const said = move.kind === "answer" ? Object.keys(move.answers).map((field) => `answers.${field}`) : [];
  const valueIn = ({ replay }: VisitState, path: string) =>
    JSON.stringify(valueAt(replay.snapshot.context, path));
  return [...read].some((path) => {
    if (path.startsWith("event.")) return isLast && move.kind === "outcome";
    return said.includes(path) || valueIn(before, path) !== valueIn(after, path);
  });
}
