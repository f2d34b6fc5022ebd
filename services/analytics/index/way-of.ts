import { dwellClasses, dwellTime } from "../dwell.ts";
import type { SessionIndex } from "./session-index.ts";
import { noStays, type Sessions } from "./sessions.ts";

/** Which way one session took. */
export type Way = {
  /** The node at which it is. */
  place: string;
  /** Where each of its moves led, moves back included. */
  places: string[];
  /** Before each move, off by 5 % at most, in milliseconds; null where they are not known. */
  dwells: number[] | null;
  /** Different questions that were answered. */
  answered: number;
};

/** @param questions the nodes of the survey that ask something */
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
  const from = sessions.stayStart.values[at]!;
  const stays = sessions.stays.values.subarray(from, from + end - first);
  return {
    place: traces.nodes.texts[traces.place.values[trace]!]!,
    places: taken.map(({ to }) => traces.nodes.texts[to]!),
    dwells: from === noStays ? null : Array.from(stays, (stay) => dwellTime(stay % dwellClasses)),
    answered: new Set(left.filter((node) => questions.has(node))).size,
  };
}
