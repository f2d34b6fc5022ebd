import type { DeviceClass } from "../../../analytics/device.ts";
import { dwellTime } from "../../../analytics/dwell.ts";
import { questionsOf, results } from "../../../analytics/session.ts";
import { dayText } from "../../../calendar/days.ts";
import type { Query } from "../types.ts";
import type { VisitPage, VisitRow } from "../visit-list.ts";
import { conditionsOf } from "./conditions.ts";
import { passingBlocks } from "./count.ts";
import type { SessionIndex } from "./session-index.ts";
import { noDwells, type Sessions } from "./sessions.ts";

/** The path that one session took. */
type Way = {
  /** The node where it is now. */
  place: string;
  /** Where each move led, moves back included. */
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

/** A session's place in a list: by day, those of a day in the order in which they were first counted. */
export function keyOf({ day, id }: { day: number; id: number }): number {
  return day * 2 ** 32 + id;
}

/** How many sessions a query counts, and one page of them, newest first. Those that are counted are those of `numbersOf`. */
export function visitRows(
  index: SessionIndex,
  { variant, data = "real", filters = {} }: Query,
  { older = Number.POSITIVE_INFINITY, newer, limit }: VisitPage,
  asOf: number,
): { count: number; isMore: boolean; rows: VisitRow[] } {
  const sessions = index.ofVariant(variant);
  if (!sessions) return { count: 0, isMore: false, rows: [] };
  const conditions = conditionsOf(index, variant, data, filters, asOf);
  const [id, day] = [sessions.id.values, sessions.day.values];
  // Those newer than one are taken from the near end of the list, as those older than one are.
  const sign = newer === undefined ? 1 : -1;
  const bound = newer === undefined ? older : -newer;
  const nearest: { rank: number; at: number; result: number }[] = [];
  let [count, within] = [0, 0];
  for (const block of passingBlocks(sessions, conditions)) {
    count += block.count;
    for (let index = block.count - 1; index >= 0; index--) {
      const at = block.at[index]!;
      const rank = sign * keyOf({ day: day[at]!, id: id[at]! });
      if (rank >= bound) continue;
      within++;
      if (nearest.length === limit && rank <= nearest.at(-1)!.rank) continue;
      const place = nearest.findIndex((other) => other.rank < rank);
      const found = { rank, at, result: block.result[index]! };
      nearest.splice(place < 0 ? nearest.length : place, 0, found);
      nearest.length = Math.min(nearest.length, limit);
    }
  }
  const questions = questionsOf(variant);
  const rows = nearest.map(({ rank, at, result }): VisitRow => {
    const source = sessions.source.values[at]!;
    const of = (name: "device" | "affiliate") =>
      index.sources.values[name].texts[index.sources.valueOf[name].values[source]!]!;
    const { place, answered, dwells } = wayOf(index, sessions, at, questions);
    return {
      key: sign * rank,
      session: id[at]!,
      isSimulated: index.sources.simulated.values[source] === 1,
      day: dayText(day[at]!),
      result: results[result]!,
      dqReason: index.reasons.texts[sessions.dqReason.values[at]!] ?? "",
      device: of("device") as DeviceClass,
      affiliate: of("affiliate"),
      isFast: sessions.isFast.values[at] === 1,
      place,
      answered,
      lasted: sumOf(dwells),
    };
  });
  return { count, isMore: within > limit, rows: newer === undefined ? rows : rows.reverse() };
}

/** Null if the times are unknown. */
export function sumOf(times: readonly number[] | null): number | null {
  return times?.reduce((sum, time) => sum + time, 0) ?? null;
}
