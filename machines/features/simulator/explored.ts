import { leafOf } from "../../graph/leaves.ts";
import { type Case, casesAt, moveOf } from "../../model/cases.ts";
import type { Move } from "../../model/moves.ts";
import { liveReads, observed } from "../../model/observed.ts";
import { attempt, begin } from "../../model/simulate.ts";
import type { CalendarDay } from "../../rules/dates.ts";
import type { SurveyInput } from "../../survey.ts";
import type { SurveyMachine } from "../../variant.ts";
import { callOf, topState } from "../../visit/replay.ts";
import type { VisitState } from "../../visit/visit-state.ts";

/** A place of a visit, distinguished by what guards can still read; with the first visit found there. */
export type Whereabouts = { leaf: string; visit: VisitState; came?: Passage };

/** A move, with the visit that it leads to. */
export type Passage = { from: Whereabouts; to: Whereabouts; move: Move; leaf: string; visit: VisitState };

/** Everything that can happen to visitors who arrived alike. @see explored */
export type Explored = {
  begun: Whereabouts;
  /** Shortest ways first. */
  passages: Passage[];
  /** True where the limit was reached. */
  isCut: boolean;
};

/** Yields to other work on this thread; a chart has no clock of its own. */
export type Pause = () => Promise<void>;

/** More moves than any chart of ours has; a larger one is shown in part rather than waited for. */
const most = 8000;
/** How many moves are tried, in some milliseconds, before other work on this thread gets its turn. */
const atOnce = 25;

/**
 * Tries everything at every place of a visit, breadth first. What guards read is found on the way: it ends when nothing
 * new was read. Yields to other work as it goes.
 */
export async function explored(
  machine: SurveyMachine,
  input: SurveyInput,
  today: CalendarDay,
  pause: Pause,
): Promise<Explored> {
  const seen = observed(machine);
  const readSoFar = () => [...seen.reads.values()].reduce((sum, { size }) => sum + size, 0);
  for (;;) {
    const before = readSoFar();
    const found = await exploredBy(seen.machine, input, today, liveReads(seen), pause);
    if (readSoFar() === before) return found;
  }
}

async function exploredBy(
  machine: SurveyMachine,
  input: SurveyInput,
  today: CalendarDay,
  keyOf: ReturnType<typeof liveReads>,
  pause: Pause,
): Promise<Explored> {
  const { begun } = begin(machine, input);
  const known = new Map<string, Case[]>();
  const casesOf = ({ replay: { snapshot } }: VisitState): Case[] => {
    if (snapshot.status === "done") return [];
    const where = callOf(snapshot) ?? topState(snapshot);
    const cases = known.get(where) ?? casesAt(snapshot, machine, today);
    known.set(where, cases);
    return cases;
  };
  const first: Whereabouts = { leaf: leafOf(begun.replay.snapshot), visit: begun };
  const places = new Map([[keyOf(begun.replay.snapshot), first]]);
  const passages: Passage[] = [];
  // Iterating over a Map includes entries added meanwhile.
  for (const from of places.values()) {
    for (const tried of casesOf(from.visit)) {
      if (passages.length === most) return { begun: first, passages, isCut: true };
      if (passages.length % atOnce === 0) await pause();
      const move = moveOf(tried);
      const visit = attempt(from.visit, move);
      if (!visit) continue;
      const { snapshot } = visit.replay;
      const leaf = leafOf(snapshot);
      const key = keyOf(snapshot);
      const to = places.get(key) ?? { leaf, visit };
      const passage = { from, to, move, leaf, visit };
      if (!places.has(key)) places.set(key, Object.assign(to, { came: passage }));
      passages.push(passage);
    }
  }
  return { begun: first, passages, isCut: false };
}

/** The moves that lead through a passage, from the beginning. */
export function movesThrough({ from, move }: Passage): Move[] {
  return [...(from.came ? movesThrough(from.came) : []), move];
}
