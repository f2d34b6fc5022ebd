import { dwellTime } from "../dwell.ts";
import type { SessionIndex } from "./session-index.ts";
import { noDwells, type Sessions } from "./sessions.ts";

/** The path that one session took. */
export type Way = {
  /** The node where it is now. */
  place: string;
  /** Where each of its moves led, moves back included. */
  places: string[];
  /** Milliseconds before each move, off by 5 % at most; null if unknown. */
  dwells: number[] | null;
  /** The number of different questions answered. */
  answered: number;
};

/** @param questions the survey's nodes that ask something */
export function wayOf(
  { traces }: SessionIndex,
  sessions: Sessions,
  at: number,
  questions: ReadonlySet<string>,
): Way {
  const trace = sessions.trace.values[at]!;
  const [first, end] = [traces.moveStart.values[trace]!, traces.moveStart.values[trace + 1]!];
  const taken = Array.from(traces.moves.values.subarray(first, end), (link) => traces.links[link]!);
  const left = taken.filter(({ kind }) => kind === "edge").map(({ from }) => traces.nodes.texts[from]!);
  const from = sessions.dwellStart.values[at]!;
  const dwells = sessions.dwells.values.subarray(from, from + end - first);
  return {
    place: traces.nodes.texts[traces.place.values[trace]!]!,
    places: taken.map(({ to }) => traces.nodes.texts[to]!),
    dwells: from === noDwells ? null : Array.from(dwells, dwellTime),
    answered: new Set(left.filter((node) => questions.has(node))).size,
  };
}
